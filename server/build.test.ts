import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { arePagesBuilt, build, stampPages } from './build.mjs'

test('every file of the bundle can be parsed, also those that are loaded on demand', async () => {
  const folder = await build('.next-test', { pages: false })
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.mjs'),
  )
  const errors: string[] = []
  for (const file of files) {
    await transform(readFileSync(join(folder, file)), { format: 'esm', logLevel: 'silent' }).catch((error) =>
      errors.push(`${file}: ${error.message}`),
    )
  }
  expect(files).toContain(join('lib', 'workers', 'thread-entry.mjs'))
  expect(errors).toEqual([])
})

test('pages that were built without the API do not count as built with it', () => {
  const folder = mkdtempSync('.next-stamp-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const built = () => [arePagesBuilt(folder, 'a', true), arePagesBuilt(folder, 'a', 'and API')]
  expect(built()).toEqual([false, false])
  stampPages(folder, 'a', true)
  expect(built()).toEqual([true, false])
  stampPages(folder, 'a', 'and API')
  expect(built()).toEqual([true, true])
  expect(arePagesBuilt(folder, 'b', true)).toBe(false)
})
