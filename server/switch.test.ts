import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { acquireLock, releaseLock } from './lock.mjs'
import { lockSwitch, untilWritten } from './switch.mjs'

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

test.runIf(process.getuid)(
  'a service of another user is not switched, and nothing is left behind',
  async () => {
    await acquireLock(dataDir)
    const own = process.getuid?.() ?? 0
    vi.spyOn(process, 'getuid').mockReturnValue(own + 1)
    await expect(lockSwitch(dataDir)).rejects.toThrow(`runs as another user, with the id ${own}:`)
    expect(existsSync(join(dataDir, 'switch'))).toBe(false)
  },
)

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
