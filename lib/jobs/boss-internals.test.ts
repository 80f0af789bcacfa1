import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PG_BOSS_VERSION } from './boss-internals.ts'

test('pg-boss has the version for which boss-internals.ts was written', () => {
  const { version } = createRequire(import.meta.url)('pg-boss/package.json')
  expect(version, 'compare its changes with boss-internals.ts, then set PG_BOSS_VERSION').toBe(
    PG_BOSS_VERSION,
  )
})

test('no other file names the tables of pg-boss', () => {
  const files = ['app', 'components', 'lib', 'server', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const sources = files.filter((path) => /\.tsx?$/.test(path) && !/\.test\.|lib\/testing/.test(path))
  expect(sources.filter((path) => readFileSync(path, 'utf8').includes('pgboss.'))).toEqual([
    'lib/jobs/boss-internals.ts',
  ])
})
