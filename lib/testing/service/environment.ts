import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { setInstallationKey } from '#lib/core/secretbox'
import { TEST_SECRET } from './secret.ts'

// Every test file has its own data folder and configuration, made before its imports run.
const dataDir = await mkdtemp(join(tmpdir(), 'paraph-data-'))
process.env.APP_SECRET = TEST_SECRET
process.env.DATA_DIR = dataDir
process.env.LOG_LEVEL ??= 'silent'
// With a database, the key of that database replaces it.
setInstallationKey(randomBytes(32))

afterAll(async () => {
  // The next file may run in the same process.
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await rm(dataDir, { recursive: true, force: true })
})
