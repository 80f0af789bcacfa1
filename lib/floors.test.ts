import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The house, lowest floor first. Within `rooms` the order counts too: a room may use those before it. */
const rooms = [
  'audit',
  'identity',
  'keys',
  'documents',
  'processes',
  'vault',
  'signing',
  'templates',
  'notices',
  'webhooks',
]
const floors: Record<string, number> = {
  'lib/core': 0,
  db: 1,
  'lib/policy': 1,
  'lib/pades': 1,
  'lib/pdf': 1,
  'lib/jobs': 1,
  'lib/mail': 1,
  'lib/storage': 1,
  'lib/limits': 1,
  ...Object.fromEntries(rooms.map((room) => [`lib/${room}`, 2])),
  'lib/http': 3,
  'lib/worker': 3,
  app: 4,
  components: 4,
  proxy: 4,
  server: 5,
}
/** Vocabulary that a lower floor may speak of: types and pure geometry of the paper, for the tables. */
const vocabulary = new Set(['lib/pdf/geometry', 'lib/pdf/zones', 'lib/pdf/active-content'])

const root = resolve(import.meta.dirname, '..')
const source = /\.(ts|tsx)$/
const files = ['lib', 'db', 'app', 'components', 'server']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((f) => join(folder, f)),
  )
  .filter((file) => source.test(file) && !file.includes('.test.') && !file.startsWith('lib/testing'))

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

const imports: Import[] = files.flatMap((file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export)\s+(type\s+)?[^'"]*?from\s+'([^']+)'/gms,
    ),
  ].flatMap(([, type, target]) => {
    const to = placeOf(file, target!)
    return to ? [{ from: file, to, typeOnly: Boolean(type) }] : []
  }),
)

function placeOf(file: string, target: string): string | null {
  if (target.startsWith('#')) return target.slice(1)
  if (target.startsWith('.')) return relative(root, resolve(root, dirname(file), target)).replace(source, '')
  return null
}

function unitOf(place: string): string {
  const parts = place.replace(source, '').split('/')
  return parts[0] === 'lib' ? parts.slice(0, 2).join('/') : parts[0]!
}

describe('the floors of the house', () => {
  it('knows every room', () => {
    const unknown = new Set(files.map(unitOf).filter((unit) => !(unit in floors)))
    expect([...unknown]).toEqual([])
  })

  it('is entered downwards only', () => {
    const upward = imports.filter(({ from, to }) => {
      const [a, b] = [unitOf(from), unitOf(to)]
      if (a === b || vocabulary.has(to)) return false
      const [high, low] = [floors[a] ?? -1, floors[b] ?? 99]
      if (high !== low) return low > high
      return high === 2 && rooms.indexOf(b.slice(4)) > rooms.indexOf(a.slice(4))
    })
    expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('keeps what is internal to a room inside it', () => {
    const trespass = imports.filter(
      ({ from, to }) => to.includes('/internal/') && unitOf(from) !== unitOf(to),
    )
    expect(trespass.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('shows components only the rules, shapes and types of a room', () => {
    const reach = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith('components/') &&
        !typeOnly &&
        (to.startsWith('db') ||
          (to.startsWith('lib/') &&
            !/\/(rules|schema|geometry|zones|roles|locales|isolated|policy|strings|consent|turns)(\/|$)/.test(
              to,
            ))),
    )
    expect(reach.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('has no barrels and no ladders', () => {
    expect(files.filter((file) => /lib\/.*index\.ts$/.test(file))).toEqual([])
    const ladders = files.filter((file) =>
      /from '\.\.\/\.\.\/\.\./.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(ladders).toEqual([])
  })

  it('has fewer than 50 packages of code that runs, fonts aside; what only builds or tests is a devDependency', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const code = Object.keys(dependencies).filter((name) => !/fonts/.test(name))
    expect(code.length).toBeLessThan(50)
  })

  it('keeps every file within its measure', () => {
    const measure = (file: string) => {
      if (/^app\/api\/.*route\.ts$/.test(file)) return 40
      if (/^app\/.*page\.tsx$/.test(file)) return 80
      // A component has markup; a model beside it is code as elsewhere.
      if (file.startsWith('components/') && /<\/|\/>/.test(readFileSync(join(root, file), 'utf8'))) return 150
      return /^lib\/(pdf|pades)\//.test(file) ? 400 : 300
    }
    const tall = files
      .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
      .filter(({ file, lines }) => lines > measure(file))
    expect(tall.map(({ file, lines }) => `${file}: ${lines}`)).toEqual([])
  })
})
