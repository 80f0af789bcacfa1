import { appendFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shortenLog } from './log.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-log-'))
  path = join(folder, 'postgres.log')
})
afterEach(() => rm(folder, { recursive: true }))

it('keeps the end of a long log, after which its writer goes on', async () => {
  const writer = await open(path, 'a')
  await writer.write('x'.repeat(5_000_000))
  await writer.write('the last line\n')
  await shortenLog(path)
  await writer.write('another line\n')
  await writer.close()
  const text = await readFile(path, 'utf8')
  expect(text).toHaveLength(1_000_000 + 'another line\n'.length)
  expect(text).toMatch(/^x+the last line\nanother line\n$/)
})

it('leaves a short one', async () => {
  await writeFile(path, 'one\n')
  await shortenLog(path)
  await appendFile(path, 'two\n')
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\n')
})
