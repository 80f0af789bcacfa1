import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { build } from './build.mjs'

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
