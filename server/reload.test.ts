import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'paraph-reload-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, source: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), source)
}

test('a changed module that a route imports is loaded again', async () => {
  for (const folder of ['db', 'lib']) mkdirSync(join(root, folder))
  write('app/api/v1/routes.ts', `export const routes = { text: () => import('./text/route.ts') }`)
  write(
    'app/api/v1/text/route.ts',
    `import { text } from '../../../../lib/text.ts'\nexport const GET = async () => new Response(text)`,
  )
  write('lib/text.ts', `export const text: string = 'first'`)
  const script = `
    const { reloadingDispatcher } = await import(${JSON.stringify(resolve('server/reload.ts'))})
    const dispatch = reloadingDispatcher()
    setInterval(async () => {
      // A source cannot be imported while it is written.
      const response = await dispatch(new Request('http://localhost/api/v1/text')).catch(() => null)
      if (response) console.log(await response.text())
    }, 50)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  try {
    await expect.poll(() => lines.at(-1), { timeout: 20_000 }).toBe('first')
    write('lib/text.ts', `export const text: string = 'second'`)
    await expect.poll(() => lines.at(-1), { timeout: 20_000 }).toBe('second')
  } finally {
    child.kill()
  }
})
