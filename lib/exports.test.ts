import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

/** Exports that Next, drizzle-kit, n8n or pdf.js finds by its own rules. */
const readByOthers = /^(app\/(?!api\/v1\/routes)|db\/schema\/|next\.|sdk\/n8n\/)/

const root = resolve(import.meta.dirname, '..')
const declaration =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function|const|let|class|interface|type|enum)\*? (\w+)/gm

it('every exported name is used in another file', () => {
  const options = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs']
  const files = execFileSync('git', options, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const texts = new Map(
    files
      .filter((file) => existsSync(resolve(root, file)))
      .map((file) => [file, readFileSync(resolve(root, file), 'utf8')]),
  )
  /** For each word, the number of files that have it. */
  const counts = new Map<string, number>()
  for (const text of texts.values())
    for (const word of new Set(text.match(/\w+/g))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const unused = [...texts]
    .filter(([file]) => !readByOthers.test(file) && !file.endsWith('.d.ts'))
    .flatMap(([file, text]) => [...text.matchAll(declaration)].map(([, name]) => ({ file, name: name! })))
    .filter(({ name }) => counts.get(name) === 1)
  expect(unused.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
