import { defineConfig } from 'vitest/config'

const major = Number(process.versions.node.split('.')[0])
if (major < 24)
  throw new Error('The tests need Node 24: run `npm test`, or put node_modules/.bin first on PATH.')

/** Folders whose tests need no database: making one takes longer than most of them run. */
const withoutDatabase = [
  'components',
  'lib/core',
  'lib/pades',
  'lib/pdf',
  'lib/processes/fields',
  'lib/processes/signers',
  'lib/signing/values',
  'lib/storage',
  'lib/workers',
].map((folder) => `${folder}/**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    // Apart from what a running service was built into.
    env: { NEXT_DIST_DIR: '.next-test' },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
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
          exclude: ['**/node_modules/**', ...withoutDatabase],
          globalSetup: ['lib/testing/database/server.ts'],
          setupFiles: ['lib/testing/service/environment.ts', 'lib/testing/database/database.ts'],
          sequence: { setupFiles: 'list' },
        },
      },
    ],
  },
})
