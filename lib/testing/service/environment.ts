import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { setInstallationKey } from '#lib/core/secretbox'
import { TEST_SECRET } from './secret.ts'

// Every test file has its own temporary folder, data folder and configuration, made before its imports run.
const { TMPDIR } = process.env
const folder = await mkdtemp(join(tmpdir(), 'paraph-'))
// For programs that tests run as another user.
await chmod(folder, 0o711)
process.env.TMPDIR = folder
process.env.APP_SECRET = TEST_SECRET
process.env.DATA_DIR = join(folder, 'data')
await mkdir(process.env.DATA_DIR, { mode: 0o700 })
process.env.LOG_LEVEL ??= 'silent'
// With a database, the key of that database replaces it.
setInstallationKey(randomBytes(32))

afterAll(async () => {
  // The next file may run in the same process.
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await rm(folder, { recursive: true, force: true })
})
