import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLoaded } from './use-loaded.ts'

vi.mock('react', () => ({
  useState: (initial: unknown) => [initial, () => {}],
  useEffect: (effect: () => void) => effect(),
  useEffectEvent: (callback: () => void) => callback,
}))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([
  ['has failed when it takes long', () => new Promise(() => {}), 1],
  ['has failed once when it cannot be loaded', () => Promise.reject(new Error('No code.')), 1],
  ['has not failed when it is there in time', () => Promise.resolve('code'), 0],
])('code %s', async (_, loadModule, failures) => {
  const fail = vi.fn()
  useLoaded<unknown>(true, loadModule, fail)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fail).toHaveBeenCalledTimes(failures)
})
