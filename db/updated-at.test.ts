import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The members of a change, of which one may be an object. */
const change = /\.set\(\{(?:[^{}]|\{[^{}]*\})*?\bupdatedAt: (\w+)/g

it('every change of processes, templates, documents and folders sets the time at which it is written', () => {
  const files = globSync('lib/{documents,folders,processes,templates}/**/*.ts', { exclude: ['**/*.test.ts'] })
  const values = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(change)].map(([, value]) => ({ file, value })),
  )
  expect(values.length).toBeGreaterThan(10)
  expect(values.filter(({ value }) => value !== 'nextUpdate' && value !== 'nextUpdatedAt')).toEqual([])
})
