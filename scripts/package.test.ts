import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const readVersion = (path: string) => JSON.parse(readFileSync(path, 'utf8')).version as string

let files: string[]
beforeAll(async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--offline', './scripts/npx'])
  const [pack] = Object.values(JSON.parse(stdout)) as { files: { path: string }[] }[]
  files = pack!.files.map(({ path }) => path)
}, 120_000)

it('has the program that npx runs, and what is built and run, with the lock file', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      ...['paraph.mjs', 'package.json', 'README.md', 'LICENSE', 'app-hash'],
      ...['app/package.json', 'app/package-lock.json', 'app/next.config.ts', 'app/tsconfig.json'],
      ...['app/server/start.mjs', 'app/server/bootstrap.mjs', 'app/server/build.mjs', 'app/server/web.ts'],
      ...['app/app/layout.tsx', 'app/lib/worker.ts', 'app/lib/messages/en/errors.json', 'app/proxy.tsx'],
      'app/scripts/command.mjs',
      ...['admin', 'rotate-secret', 'renew-time-stamps'].map((name) => `app/scripts/${name}.ts`),
      ...readdirSync('db/functions')
        .filter((name) => name.endsWith('.sql'))
        .map((name) => `app/db/functions/${name}`),
      ...readdirSync('db/migrations')
        .filter((name) => name.endsWith('.sql'))
        .map((name) => `app/db/migrations/${name}`),
      ...['app/db/migrations/meta/_journal.json', 'app/sdk/src/openapi.ts', 'app/public/icon.svg'],
    ]),
  )
})

it('has no tests, documents, pictures of them, data or settings', () => {
  const others =
    /\.test\.|^app\/(e2e|docs|node_modules|\.)|_snapshot\.json$|screenshot|(^|\/)\.env|\.backup$|pdfjs\//
  expect(files.filter((path) => others.test(path))).toEqual([])
  const folders = new Set(files.filter((path) => path.startsWith('app/')).map((path) => path.split('/')[1]!))
  expect([...folders].filter((name) => !name.includes('.')).sort()).toEqual([
    'app',
    'components',
    'db',
    'lib',
    'public',
    'scripts',
    'sdk',
    'server',
  ])
})

it('has the version of the project, and leaves nothing in the checkout', () => {
  expect(readVersion('scripts/npx/package.json')).toBe(readVersion('package.json'))
  expect(['app', 'app-hash', 'LICENSE'].filter((name) => existsSync(join('scripts/npx', name)))).toEqual([])
})

it('helps, and refuses what it does not know', async () => {
  const help = await run(process.execPath, ['scripts/npx/paraph.mjs', '--help'])
  expect(help.stdout).toMatch(/^paraph \d+\.\d+\.\d+\n[\s\S]* paraph start [\s\S]* npx \.\/paraph-\d/)
  await expect(run(process.execPath, ['scripts/npx/paraph.mjs', 'begin'])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no command begin\./),
  })
})
