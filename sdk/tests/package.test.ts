import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installPackage, root } from './install.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await installPackage()
})
afterAll(() => rm(folder, { recursive: true }))

it('has the types of the API as it is: else `npm run sdk:types` makes them again', async () => {
  const file = join(folder, 'openapi.ts')
  await run(process.execPath, ['scripts/sdk-types.ts', file], { cwd: root })
  const [present, checkedIn] = await Promise.all(
    [file, join(root, 'sdk/src/openapi.ts')].map((path) => readFile(path, 'utf8')),
  )
  // Not by their text: the difference would be thousands of lines.
  expect(present === checkedIn).toBe(true)
})

it('is installed from a file, and so are the others, wherever a page says how: no registry has them', async () => {
  const patterns = [
    '*.md',
    'docs/**/*.md',
    'sdk/*.md',
    'sdk/{n8n,verify}/**/*.{md,ts}',
    'components/developers/**/*.ts',
  ]
  const files = await Array.fromAsync(
    glob(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }),
  )
  const byName = /npm (i|install)( -\S+)* (@paraph\/|paraph|n8n-nodes)|npx paraph|npmjs\.com|Community nodes/
  expect(files).toEqual(
    expect.arrayContaining(['sdk/README.md', 'sdk/n8n/README.md', 'docs/guides/typescript.md']),
  )
  expect(files.filter((file) => byName.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

describe('the compiled package', () => {
  it('is loaded by Node', async () => {
    const program = `import * as sdk from '@paraph/sdk'\nconsole.log(Object.keys(sdk).join())`
    await writeFile(join(folder, 'main.mjs'), program)
    const { stdout } = await run(process.execPath, [join(folder, 'main.mjs')])
    expect(stdout.trim()).toBe('Paraph,ParaphError,verifyWebhook')
  })

  it('is bundled for browsers, and is small', async () => {
    const code = `export { Paraph, verifyWebhook } from '@paraph/sdk'`
    const stdin = { contents: code, resolveDir: folder }
    const options = { bundle: true, minify: true, write: false, format: 'esm', platform: 'browser' } as const
    const { outputFiles, warnings } = await build({ stdin, ...options, logLevel: 'silent' })
    expect(warnings).toEqual([])
    expect(outputFiles[0]!.contents.length).toBeLessThan(10_000)
  })
})
