import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SOURCE_FILES, SOURCES } from './build.mjs'
import { updateLock } from './lock.mjs'

/*
 * A checkout in which esbuild and Next are replaced by programs that write which sources they have built: a web process
 * says where it runs and waits.
 */

const ESBUILD = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
export async function build({ outdir }) {
  const version = readFileSync('lib/version', 'utf8')
  const says = 'console.log("' + version + ' in", process.cwd()'
  for (const folder of ['server', 'scripts']) mkdirSync(outdir + '/' + folder, { recursive: true })
  for (const name of ['web', 'worker'])
    writeFileSync(outdir + '/server/' + name + '.mjs', says + '); setInterval(() => {}, 1000)')
  writeFileSync(outdir + '/scripts/admin.mjs', says + ', ...process.argv.slice(2), process.env.PARAPH_BUNDLE === import.meta.dirname.slice(0, -8))')
}
export async function stop() {}
`
const NEXT = `
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
mkdirSync('.next/static', { recursive: true })
mkdirSync('public/pdfjs', { recursive: true })
writeFileSync('.next/static/version.js', readFileSync('lib/version', 'utf8'))
`
const LOCK_FILE = JSON.stringify({ packages: {} })
let root: string
let children: ChildProcess[]

beforeEach(() => {
  // As in URLs, in which a path must not be taken as it is.
  root = mkdtempSync(join(tmpdir(), 'paraph-checkout-#%41-'))
  children = []
  for (const folder of SOURCES) mkdirSync(join(root, folder), { recursive: true })
  for (const file of SOURCE_FILES) write(file, '')
  cpSync('server', join(root, 'server'), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  cpSync('scripts/command.mjs', join(root, 'scripts/command.mjs'))
  write('package.json', '{"type": "module"}')
  write('package-lock.json', LOCK_FILE)
  write('node_modules/.package-lock.json', LOCK_FILE)
  write('node_modules/esbuild/package.json', '{"type": "module", "main": "main.js"}')
  write('node_modules/esbuild/main.js', ESBUILD)
  write('node_modules/next/dist/bin/next', NEXT)
  change('first')
})
afterEach(async () => {
  await Promise.all(children.map(end))
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const change = (version: string) => write('lib/version', version)
const builtPages = () => readFileSync(join(root, '.next/static/version.js'), 'utf8')
const list = (folder: string) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [])

/** Starts `npm run <mode>` or another program. @returns the process, and what it said once it ran or had ended */
async function start(
  mode: string | string[],
  program = 'server/start.mjs',
  dataDir = join(root, 'data'),
): Promise<{ child: ChildProcess; text: string }> {
  const child = spawn(process.execPath, [program, ...[mode].flat()], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part
      if (/^\w+ in .*\n/m.test(text)) resolve()
    })
    child.once('close', () => resolve())
  })
  return { child, text: /^\w+ in .*$/m.exec(text)?.[0] ?? text }
}

/** Runs a command of an operator. @returns what it said */
async function runCommand(words: string[], dataDir?: string): Promise<string> {
  const { child, text } = await start(words, 'scripts/command.mjs', dataDir)
  await end(child)
  return text
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

it('another version is built beside the processes that run from a checkout, and here when none does', async () => {
  const first = await start('web')
  expect(first.text).toBe(`first in ${root}`)
  const [bundle] = list('.next-server')
  change('second')
  const [second, worker] = await Promise.all([start('web'), start('worker'), start('build')])
  const release = second.text.replace('second in ', '')
  expect(release).toMatch(join(root, '.next-releases'))
  expect(worker.text).toBe(second.text)
  expect([list('.next-server'), builtPages()]).toEqual([[bundle], 'first'])
  await end(first.child)
  change('third')
  expect((await start('web')).text).toBe(`third in ${root}`)
  expect(builtPages()).toBe('third')
  expect(list('.next-server')).toHaveLength(1)
  // What runs from a release stays; one from which nothing runs any more is removed with the next one.
  change('fourth')
  await start('build')
  expect(existsSync(release)).toBe(true)
  await Promise.all([second, worker].map(({ child }) => end(child)))
  change('fifth')
  await start('build')
  expect(existsSync(release)).toBe(false)
})

it('processes that are started together install and build once', async () => {
  const next = `${NEXT}
const { appendFileSync, rmdirSync } = require('node:fs')
mkdirSync('building')
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
rmdirSync('building')
appendFileSync('builds', 'built ')`
  write('node_modules/next/dist/bin/next', next)
  write('node_modules/.package-lock.json', '')
  const npm = `#!/bin/sh
mkdir installing && sleep 0.5 && cp package-lock.json node_modules/.package-lock.json && rmdir installing && printf 'installed ' >> builds`
  write('node_modules/.bin/npm', npm)
  chmodSync(join(root, 'node_modules/.bin/npm'), 0o755)
  vi.stubEnv('PATH', `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`)
  const started = await Promise.all([start('web'), start('worker'), start('web')])
  expect(started.map(({ text }) => text)).toEqual(Array(3).fill(`first in ${root}`))
  expect(readFileSync(join(root, 'builds'), 'utf8')).toBe('installed built ')
})

it('the lock of a build may be taken by all who may write into the checkout', async () => {
  await start('build')
  expect(statSync(join(root, '.next-lock')).mode).toBe(statSync(join(root, 'lib')).mode)
})

it('the lock of a build can be read by all users, and does not stay when the build fails', async () => {
  write(
    'node_modules/next/dist/bin/next',
    `console.log(require('node:fs').statSync('.next-lock/paraph.lock').mode & 0o777)
process.exit(1)`,
  )
  const { status, stderr } = spawnSync(process.execPath, ['server/start.mjs', 'build'], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: join(root, 'data') },
  })
  expect([status, stderr.toString()]).toEqual([1, expect.stringMatching(new RegExp(`^${0o644}$`, 'm'))])
  expect(list('.next-lock')).toEqual([])
})

it('a version whose build was broken off is built again, also that of the supervisor', async () => {
  const first = await start('web')
  change('second')
  await start('build')
  const [releases] = list('.next-releases')
  const [version] = list(`.next-releases/${releases}`)
  const built = join(root, '.next-releases', releases!, version!, 'built')
  rmSync(built)
  mkdirSync(join(root, 'data'))
  updateLock(join(root, 'data'), { version: 'another', supervisorVersion: version })
  await start('build')
  expect(existsSync(built)).toBe(true)
  await end(first.child)
})

it('a command runs with the code of the version that runs, and without one with that of the checkout', async () => {
  write('scripts/admin.ts', `console.log('source in', process.cwd(), ...process.argv.slice(2))`)
  expect(await runCommand(['admin', 'backup', 'a.backup'])).toBe(`source in ${root} backup a.backup`)
  const { child } = await start('web')
  change('second')
  expect(await runCommand(['admin', 'doctor'])).toBe(`first in ${root} doctor true`)
  const second = await start('web')
  const release = second.text.replace('second in ', '')
  // Of several versions, as in an upgrade, that which was started last; on another data folder none runs.
  expect(await runCommand(['admin', 'doctor'])).toBe(`second in ${release} doctor true`)
  expect(await runCommand(['admin', 'doctor'], join(root, 'other'))).toBe(`source in ${root} doctor`)
  await end(child)
  expect(await runCommand(['admin', 'doctor'])).toBe(`second in ${release} doctor true`)
  await end(second.child)
  expect(await runCommand(['admin', 'doctor'])).toBe(`source in ${root} doctor`)
  // The service of this data folder says what it runs.
  mkdirSync(join(root, 'data'))
  updateLock(join(root, 'data'), { version: basename(release), distFolder: join(release, '.next') })
  expect(await runCommand(['admin', 'doctor'])).toBe(`second in ${release} doctor true`)
})

it('an older version that is started again is the one with which commands run', async () => {
  const first = await start('web')
  change('second')
  const second = await start('web')
  change('first')
  const again = await start('worker')
  expect(again.text).toBe(first.text)
  expect(await runCommand(['admin', 'doctor'])).toBe(`first in ${root} doctor true`)
  await end(again.child)
  expect(await runCommand(['admin', 'doctor'])).toBe(`${second.text} doctor true`)
})

it('a command runs with the packages that are installed, and installs them only where there are none', async () => {
  write('scripts/admin.ts', `console.log('source in', process.cwd())`)
  write('node_modules/.bin/npm', `#!/bin/sh\necho "$@" > npm-was-called\n`)
  chmodSync(join(root, 'node_modules/.bin/npm'), 0o755)
  vi.stubEnv('PATH', `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`)
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/next': { version: '2.0.0' } } }))
  expect(await runCommand(['admin'])).toBe(`source in ${root}`)
  expect(existsSync(join(root, 'npm-was-called'))).toBe(false)
  rmSync(join(root, 'node_modules/.package-lock.json'))
  expect(await runCommand(['admin'])).toBe(`source in ${root}`)
  expect(readFileSync(join(root, 'npm-was-called'), 'utf8')).toMatch(/^ci /)
})

it('a DATA_DIR that cannot be written ends the start with one sentence', () => {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, DATA_DIR: '/dev/null' }
  const { status, stderr } = spawnSync(process.execPath, ['server/start.mjs'], { cwd: root, env })
  expect([status, stderr.toString()]).toEqual([
    1,
    "\nDATA_DIR cannot be used: EEXIST: file already exists, mkdir '/dev/null'.\n\n",
  ])
})

it('a blank DATA_DIR counts as absent', async () => {
  write('scripts/admin.ts', `console.log('source in', process.env.DATA_DIR)`)
  const { text } = await start('admin', 'scripts/command.mjs', ' ')
  expect(text).toBe(`source in ${join(root, '.data')}`)
})
