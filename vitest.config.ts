import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const major = Number(process.versions.node.split('.')[0])
if (major < 24)
  throw new Error('The tests need Node 24: run `npm test`, or put node_modules/.bin first on PATH.')

// Each thread of lib/workers that a test starts loads with half of the processor time.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')

/** Folders whose tests need no database: making one takes longer than most of them run. */
const pure = [
  'components',
  'lib/core',
  'lib/pades',
  'lib/pdf',
  'lib/processes/fields',
  'lib/processes/signers',
  'lib/signing/values',
].map((folder) => `${folder}/**/*.test.{ts,tsx}`)

/** The same, for tests of files, threads and their limits. */
const withoutDatabase = ['lib/storage', 'lib/workers'].map((folder) => `${folder}/**/*.test.ts`)

const drizzle = ['', '/pg-core', '/pg-proxy', '/pg-proxy/migrator', '/subquery'].map(
  (part) => `drizzle-orm${part}`,
)

export default defineConfig({
  test: {
    // Apart from what a running service was built into.
    env: { NEXT_DIST_DIR: '.next-test' },
    // As one file: else Node parses the package.json of drizzle-orm for each of its modules, 0.4 s for each test file.
    deps: { optimizer: { ssr: { enabled: true, include: drizzle } } },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          // Two processes load the modules once, instead of one process for each file.
          isolate: false,
          setupFiles: ['lib/testing/service/environment.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'without database',
          include: withoutDatabase,
          setupFiles: ['lib/testing/service/environment.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'with database',
          include: ['{lib,db,app,components,scripts,sdk,server}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...pure, ...withoutDatabase],
          globalSetup: ['lib/testing/database/server.ts'],
          setupFiles: ['lib/testing/service/environment.ts', 'lib/testing/database/database.ts'],
          sequence: { setupFiles: 'list' },
        },
      },
    ],
  },
})
