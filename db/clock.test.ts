import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getClockOffset, getMachineMilliseconds, isClockRight, now } from '#lib/core/clock'
import { log } from '#lib/core/log'
import { forgetFaults } from '#lib/core/runtime/faults'
import { assertClockIsRight, measureClock, watchClock } from './clock.ts'
import { onConnection } from './connection/client.ts'

vi.mock('./connection/client.ts', async (importOriginal) => {
  const client = await importOriginal<typeof import('./connection/client.ts')>()
  return { ...client, onConnection: vi.fn(client.onConnection) }
})

const FIVE_HOURS = 5 * 3_600_000

/** A fault is logged once a minute at most. */
beforeEach(() => forgetFaults())
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await measureClock()
})

/** Makes the clock of this machine wrong. */
const setMachineClock = (milliseconds: number) => vi.stubEnv('CLOCK_OFFSET_MS', String(milliseconds))

describe.each([
  ['ahead of', FIVE_HOURS],
  ['behind', -FIVE_HOURS],
])('a machine whose clock is five hours %s the database’s', (_, offset) => {
  it('measures it, logs it once, and goes by the time of the database', async () => {
    const error = vi.spyOn(log(), 'error').mockImplementation(() => {})
    const right = Date.now()
    setMachineClock(offset)
    expect(Math.abs(now().getTime() - right - offset)).toBeLessThan(1000)
    await measureClock()
    await measureClock()
    expect(Math.abs(getClockOffset() - offset)).toBeLessThan(1000)
    expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(1000)
    expect(Math.abs(getMachineMilliseconds() - Date.now() - offset)).toBeLessThan(1000)
    expect(error.mock.calls.map(([data]) => data)).toEqual([
      expect.objectContaining({ fault: 'clock_wrong', offset_seconds: Math.round(offset / 1000) }),
    ])
  })

  it('may not seal, and may again once it is set', async () => {
    vi.spyOn(log(), 'error').mockImplementation(() => {})
    setMachineClock(offset)
    await expect(assertClockIsRight()).rejects.toMatchObject({ code: 'unavailable' })
    expect(isClockRight()).toBe(false)
    setMachineClock(0)
    await expect(assertClockIsRight()).resolves.toBeUndefined()
  })
})

it('corrects a clock that is wrong by less than a minute, and lets it seal', async () => {
  setMachineClock(50_000)
  await assertClockIsRight()
  expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(1000)
})

it('lets nothing seal when the answer of the database comes too late to tell the time', async () => {
  let milliseconds = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    milliseconds += 3000
    return milliseconds
  })
  await expect(assertClockIsRight()).rejects.toMatchObject({ code: 'unavailable' })
})

it('measures again a second after a measurement failed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const warn = vi.spyOn(log(), 'warn').mockImplementation(() => {})
  setMachineClock(50_000)
  vi.mocked(onConnection).mockRejectedValueOnce(new Error('down'))
  await watchClock()
  expect(warn).toHaveBeenCalledOnce()
  expect(Math.abs(getClockOffset())).toBeLessThan(1000)
  vi.advanceTimersByTime(1000)
  await vi.waitFor(() => expect(Math.abs(getClockOffset() - 50_000)).toBeLessThan(1000))
  vi.useRealTimers()
})
