// Before any file that loads Next: it keeps what it finds then.
import 'next/dist/server/node-environment-baseline'
import { afterAll, inject, vi } from 'vitest'
import { env } from '#lib/core/env'
import { singleton } from '#lib/core/runtime/singleton'
import { configureWithFolder } from '../service/folder.ts'
import { asOwner, createDatabase } from './create.ts'

// The files that one process runs share its folder, its configuration and its database.
const url = await singleton('test.database', async () => {
  await configureWithFolder(inject('testFolder'))
  return createDatabase()
})
// Their requests come from the same address.
singleton('limits', () => ({ limiters: new Map(), isSyncScheduled: false })).limiters.clear()
await asOwner(url, 'truncate rate_limits')

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  env().oidcAllowedHosts.length = 0
})
