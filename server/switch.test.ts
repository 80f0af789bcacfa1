import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { acquireLock, lockOwner, readLock, releaseLock } from './lock.mjs'
import { lockSwitch, untilWritten } from './switch.mjs'

vi.mock('./lock.mjs', async (importActual) => ({
  ...(await importActual<typeof import('./lock.mjs')>()),
  lockOwner: vi.fn(),
}))
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'paraph-switch-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  releaseLock(dataDir)
  rmSync(dataDir, { recursive: true })
})

test('a service of another user is not switched, and nothing is left behind', async () => {
  await acquireLock(dataDir)
  vi.mocked(lockOwner).mockImplementation((folder) => (folder === dataDir ? 1001 : 1002))
  await expect(lockSwitch(dataDir)).rejects.toThrow('runs as another user, with the id 1001:')
  expect(existsSync(join(dataDir, 'switch'))).toBe(false)
})

test('a service that was stopped meanwhile is not switched, and nothing is left behind', async () => {
  const actual = await vi.importActual<typeof import('./lock.mjs')>('./lock.mjs')
  vi.mocked(lockOwner).mockImplementation(actual.lockOwner)
  await expect(lockSwitch(dataDir)).rejects.toThrow('The service was stopped meanwhile: start again.')
  expect(existsSync(join(dataDir, 'switch'))).toBe(false)
})

test('a service is switched where the file system gives every file to one user', async () => {
  await acquireLock(dataDir)
  vi.mocked(lockOwner).mockReturnValue(65_534)
  await lockSwitch(dataDir)
  expect(readLock(join(dataDir, 'switch'))?.pid).toBe(process.pid)
  releaseLock(join(dataDir, 'switch'))
})

test('what cannot be written is tried again until the service stops', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const write = vi.fn<() => void>()
  const fail = () => {
    throw new Error('ENOSPC: no space left on device, write')
  }
  write.mockImplementationOnce(fail)
  let stopping = false
  const written = untilWritten(write, () => stopping)
  expect(logged.mock.lastCall?.[0]).toContain('ENOSPC')
  await written
  expect(write).toHaveBeenCalledTimes(2)
  write.mockImplementation(fail)
  const given = untilWritten(write, () => stopping)
  stopping = true
  await given
  expect(write).toHaveBeenCalledTimes(3)
})
