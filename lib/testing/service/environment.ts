import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, vi } from 'vitest'
import { setInstallationKey } from '#lib/core/secretbox'
import { configureWithFolder } from './folder.ts'

// Every test file has its own temporary folder, data folder and configuration, made before its imports run.
const { TMPDIR } = process.env
const folder = await configureWithFolder(tmpdir())
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
