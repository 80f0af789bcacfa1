import { describe, expect, test } from 'vitest'
import { restart } from './restart.ts'

describe('a process that is restarted', () => {
  /** A fake process whose runs are ended by the test. */
  function makeProcess(error?: Error) {
    const ends: (() => void)[] = []
    const restarted = restart('process', () => {
      const ended = new Promise<void>((resolve) => ends.push(resolve))
      const ready = error ? Promise.reject(error) : Promise.resolve(`run ${ends.length}`)
      return { ready, ended, stop: async () => ends.at(-1)?.() }
    })
    return { restarted, ends }
  }

  test('is started again whenever it ends, until it is stopped', async () => {
    const { restarted, ends } = makeProcess()
    expect(await restarted.ready).toBe('run 1')
    ends[0]?.()
    await expect.poll(() => ends.length).toBe(2)
    ends[1]?.()
    await expect.poll(() => ends.length).toBe(3)
    await restarted.stop()
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(ends).toHaveLength(3)
  })

  test('is not retried when its first start fails', async () => {
    const { restarted, ends } = makeProcess(new Error('the port is taken'))
    await expect(restarted.ready).rejects.toThrow('the port is taken')
    ends[0]?.()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(ends).toHaveLength(1)
  })
})
