import { defineConfig } from 'vitest/config'

const major = Number(process.versions.node.split('.')[0])
if (major < 24)
  throw new Error('The tests need Node 24: run `npm test`, or put node_modules/.bin first on PATH.')

export default defineConfig({
  test: {
    include: ['{lib,db,app,components,scripts,sdk,server}/**/*.test.{ts,tsx}'],
    globalSetup: ['lib/testing/server.ts'],
    // Apart from what a running service was built into.
    env: { NEXT_DIST_DIR: '.next-test' },
    setupFiles: ['lib/testing/database.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
