import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The modules, low to high: a module uses those before it. */
const modules = [
  'audit',
  'identity',
  'keys',
  'folders',
  'documents',
  'processes',
  'vault',
  'signing',
  'templates',
  'bulk',
  'notices',
  'webhooks',
  'privacy',
]
/** The engines, low to high: bytes in, bytes out. The thread pools of lib/workers call them. */
const engines = ['lib/pdf', 'lib/office', 'lib/pades']
/** The folders of components, low to high: a folder uses those before it, and `app` puts them together. */
const components = [
  'ui',
  'i18n',
  'api',
  'viewer',
  'shell',
  'signing',
  'verify',
  'second-factor',
  'auth',
  'session',
  'users',
  'folders',
  'documents',
  'processes',
  'archives',
  'vault',
  'overview',
  'zones',
  'templates',
  'bulk',
  'settings',
  'api-keys',
  'webhooks',
  'privacy',
  'operator',
  'palette',
  'mailbox',
  'developers',
  'site',
]
/** A folder with more files, tests aside, has folders by noun. */
const MAX_FILES = 22
/** The layer of each folder or file; imports lead downwards. */
const layers: Record<string, number> = {
  sdk: 0,
  'lib/core': 0,
  'lib/messages': 0,
  db: 1,
  'lib/policy': 1,
  ...Object.fromEntries(engines.map((engine) => [engine, 1])),
  'lib/workers': 1,
  'lib/jobs': 1,
  'lib/mail': 1,
  'lib/storage': 1,
  'lib/limits': 1,
  ...Object.fromEntries(modules.map((module) => [`lib/${module}`, 2])),
  'lib/http': 3,
  'lib/operator': 3,
  'lib/reference': 3,
  'lib/worker': 3,
  'lib/document-references': 3,
  components: 4,
  app: 5,
  proxy: 5,
  server: 6,
}
/** The tables that belong to no module, but to the infrastructure. */
const sharedTables = ['columns', 'counters', 'http', 'installation', 'jobs', 'limits', 'mail']
/** Operations without `authorize`: their credential is the link, the password or the session itself. */
const ownCredential = /^lib\/(identity\/(account\/sign-up|links|passwords|sessions)|signing)\//
/** Types and pure geometry of the engines that the tables use. */
const vocabulary = new Set(['lib/pdf/geometry', 'lib/pdf/zones', 'lib/pdf/check/active-content'])

const root = resolve(import.meta.dirname, '..')
const source = /\.(ts|tsx)$/
const files = ['lib', 'db', 'app', 'components', 'server']
  .flatMap((folder) => listSources(folder))
  .filter((file) => !file.startsWith('lib/testing'))

/** The module of a queue that is enqueued or defined. */
const queueName = /enqueue\w*\([^,]+, '([a-z]+)\.[a-z-]+'|'([a-z]+)\.[a-z-]+': defineJob/g

interface Import {
  from: string
  to: string
  typeOnly: boolean
  /** By `import()`. */
  isLazy: boolean
}

const imports = files.flatMap(readImports)

/** Files that import a module of Node; the guides only print such code. */
const readsNode = new Set(
  files
    .filter((file) => !/developers\/(guides|first-calls)/.test(file))
    .filter((file) => /from 'node:/.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replace(source, '')),
)

function readImports(file: string): Import[] {
  return [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:^(?:import|export)\s+(type\s+)?[^'"]*?from|\b(import)\()\s*'([^']+)'/gms,
    ),
  ].flatMap(([, type, lazy, target]) => {
    const to = getPlace(file, target!)
    return to ? [{ from: file, to, typeOnly: Boolean(type), isLazy: Boolean(lazy) }] : []
  })
}

/** The files of code in a folder, unit tests aside; the journeys of `e2e` count as code. */
function listSources(folder: string, pattern = source): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => pattern.test(file) && !file.includes('.test.'))
}

function getPlace(file: string, target: string): string | null {
  if (target.startsWith('#messages/')) return `lib/${target.slice(1)}`
  if (target.startsWith('#')) return target.slice(1).replace(source, '')
  if (target.startsWith('.')) return relative(root, resolve(root, dirname(file), target)).replace(source, '')
  return null
}

function getUnit(place: string): string {
  const parts = place.replace(source, '').split('/')
  return parts[0] === 'lib' ? parts.slice(0, 2).join('/') : parts[0]!
}

describe('the layers', () => {
  it('include every folder', () => {
    const unknown = new Set(files.map(getUnit).filter((unit) => !(unit in layers)))
    expect([...unknown]).toEqual([])
  })

  it('import downwards only', () => {
    const upward = imports.filter(({ from, to }) => {
      const [fromUnit, toUnit] = [getUnit(from), getUnit(to)]
      if (fromUnit === toUnit || vocabulary.has(to)) return false
      // A unit without a layer may neither import nor be imported.
      const [fromLayer, toLayer] = [layers[fromUnit] ?? -1, layers[toUnit] ?? 99]
      if (fromLayer !== toLayer) return toLayer > fromLayer
      if (engines.includes(fromUnit))
        return !engines.includes(toUnit) || engines.indexOf(toUnit) > engines.indexOf(fromUnit)
      const getPosition = (unit: string) => modules.indexOf(unit.slice('lib/'.length))
      return fromLayer === 2 && getPosition(toUnit) > getPosition(fromUnit)
    })
    expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('of components import downwards only', () => {
    const getPosition = (place: string) => components.indexOf(place.split('/')[1]!)
    const used = imports.filter(
      ({ from, to }) => from.startsWith('components/') && to.startsWith('components/'),
    )
    const unknown = new Set(
      used.flatMap(({ from, to }) => [from, to]).filter((place) => getPosition(place) < 0),
    )
    expect([...unknown]).toEqual([])
    const upward = used.filter(({ from, to }) => getPosition(to) > getPosition(from))
    expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('have no cycles between files, types included', () => {
    // A file that is loaded later may import the one that loads it.
    const outside = [...listSources('sdk'), ...listSources('e2e')].flatMap(readImports)
    const loadedAtOnce = [...imports, ...outside].filter(({ isLazy }) => !isLazy)
    const targets = Map.groupBy(loadedAtOnce, ({ from }) => from.replace(source, ''))
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (file: string, path: string[]) => {
      if (state.get(file) === 'done') return
      if (state.get(file) === 'open') {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
        return
      }
      state.set(file, 'open')
      for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
      state.set(file, 'done')
    }
    for (const file of targets.keys()) visit(file, [])
    expect(cycles).toEqual([])
  })

  it('let a module read its own tables and those of the modules below', () => {
    const forbidden = imports.filter(({ from, to }) => {
      const table = /^db\/schema\/(\w+)/.exec(to)?.[1]
      const module = modules.indexOf(from.split('/')[1]!)
      if (!table || !from.startsWith('lib/') || module < 0 || sharedTables.includes(table)) return false
      return !modules.includes(table) || modules.indexOf(table) > module
    })
    expect(forbidden.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('let a module name its own queues and those of the modules below', () => {
    const named = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(queueName)].map(([, own, other]) => ({
        file,
        queue: (own ?? other)!,
      })),
    )
    expect(named.length).toBeGreaterThan(10)
    const forbidden = named.filter(({ file, queue }) => {
      const module = modules.indexOf(file.split('/')[1]!)
      return module >= 0 && modules.indexOf(queue) > module
    })
    expect(forbidden).toEqual([])
  })

  it('call authorize in every operation of a route or page', () => {
    const called = files
      .filter((file) => /^app\/.*(route\.ts|page\.tsx|layout\.tsx)$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join(root, file), 'utf8').matchAll(/^import \{([^}]+)\} from '#(lib\/[^']+)'/gm),
      ])
      .filter(([, , from]) => modules.includes(from!.split('/')[1]!) && !ownCredential.test(`${from}/`))
      .flatMap(([, names, from]) =>
        names!.split(',').map((name) => ({ name: name.trim(), file: `${from}.ts` })),
      )
    const operations = called.flatMap(({ name, file }) => {
      const text = readFileSync(join(root, file), 'utf8')
      const body = new RegExp(`^export (?:async )?function ${name}\\(\\s*ctx: Ctx.*?^}`, 'ms').exec(text)?.[0]
      return body ? [{ name, file, body }] : []
    })
    expect(operations.length).toBeGreaterThan(40)
    const unauthorized = operations.filter(({ body }) => !body.includes('authorize(ctx'))
    expect(unauthorized.map(({ name, file }) => `${file}: ${name}`)).toEqual([])
  })

  it('keep internal files inside their module', () => {
    const forbidden = imports.filter(
      ({ from, to }) => to.includes('/internal/') && getUnit(from) !== getUnit(to),
    )
    expect(forbidden.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('let no component import the database, Node or the code of the SDK, directly or not', () => {
    const targets = Map.groupBy(
      imports.filter(({ typeOnly }) => !typeOnly),
      ({ from }) => from.replace(source, ''),
    )
    const reached = new Set<string>()
    const collect = (file: string) => {
      if (reached.has(file)) return
      reached.add(file)
      for (const { to } of targets.get(file) ?? []) collect(to)
    }
    for (const file of files) if (file.startsWith('components/')) collect(file.replace(source, ''))
    const forbidden = [...reached].filter((file) => /^(db|sdk)\//.test(file) || readsNode.has(file))
    expect(forbidden).toEqual([])
  })

  it("have 'use client' before their imports, where it takes effect", () => {
    const late = files.filter((file) => /\n;?\(?'use client'/.test(readFileSync(join(root, file), 'utf8')))
    expect(late).toEqual([])
  })

  it('have no barrel files, and no relative import that climbs three folders', () => {
    expect(files.filter((file) => /lib\/.*index\.ts$/.test(file))).toEqual([])
    const distant = files.filter((file) =>
      /from '\.\.\/\.\.\/\.\./.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(distant).toEqual([])
  })

  it('has at most 56 packages of code that runs, fonts aside; what only builds or tests is a devDependency', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const code = Object.keys(dependencies).filter((name) => !/fonts/.test(name))
    expect(code.length).toBeLessThanOrEqual(56)
  })

  it('has each package, with what it does here, in the table of docs/architecture.md', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const [, table] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('## Why each package')
    const named = [...table!.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell]) => cell!.match(/[^`, ]+/g)!)
    expect(named.toSorted()).toEqual(Object.keys(dependencies).toSorted())
  })

  it('has folders by noun where a folder would have many files', () => {
    const all = [...files, ...listSources('lib/testing'), ...listSources('e2e')]
    const full = [...Map.groupBy(all, dirname)].filter(([, { length }]) => length > MAX_FILES)
    expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
  })

  it('keeps every file within its maximum number of lines', () => {
    const maxLines = (file: string) => {
      if (/^app\/api\/.*route\.ts$/.test(file)) return 40
      if (/^app\/.*page\.tsx$/.test(file)) return 80
      // A component has markup; a model beside it is code as elsewhere.
      if (file.startsWith('components/') && /<\/|\/>/.test(readFileSync(join(root, file), 'utf8'))) return 150
      return /^lib\/(pdf|office|pades)\//.test(file) ? 400 : 300
    }
    const tooLong = [...files, ...listSources('server', /\.mjs$/)]
      .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
      .filter(({ file, lines }) => lines > maxLines(file))
    expect(tooLong.map(({ file, lines }) => `${file}: ${lines}`)).toEqual([])
  })
})
