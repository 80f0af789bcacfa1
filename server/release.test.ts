import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { keepStaticFiles } from './release.mjs'

const root = mkdtempSync(join(tmpdir(), 'releases-'))
afterAll(() => rmSync(root, { recursive: true }))

/** A version with one chunk of its own, whose list of files is `built`. */
function makeVersion(name: string, built: string | null): string {
  const folder = join(root, name)
  mkdirSync(join(folder, '.next/static/chunks'), { recursive: true })
  writeFileSync(join(folder, `.next/static/chunks/${name}.js`), name)
  if (built !== null) writeFileSync(join(folder, 'built'), built)
  return folder
}
const listChunks = (folder: string) => readdirSync(join(folder, '.next/static/chunks')).sort()

it.each([
  ['of a checkout', null],
  ['of a release without a list', ''],
])('a release serves the files %s, and the next one does not', (kind, built) => {
  const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name} ${kind}`)
  const folders = [
    makeVersion(first!, built),
    makeVersion(second!, JSON.stringify([`chunks/${second}.js`])),
    makeVersion(third!, JSON.stringify([`chunks/${third}.js`])),
  ] as const
  keepStaticFiles(folders[1], join(folders[0], '.next'))
  keepStaticFiles(folders[2], join(folders[1], '.next'))
  expect(listChunks(folders[1])).toEqual([`${first}.js`, `${second}.js`])
  expect(listChunks(folders[2])).toEqual([`${second}.js`, `${third}.js`])
})
