import { describe, expect, test } from 'vitest'
import { keepRunning } from './restart.ts'

describe('a process run by restart()', () => {
  /** A fake process; `endRun[n]` ends its run n. */
  function makeRestarted(error?: Error) {
    const endRun: (() => void)[] = []
    const restarted = keepRunning('process', () => {
      const ended = new Promise<void>((resolve) => endRun.push(resolve))
      const ready = error ? Promise.reject(error) : Promise.resolve(`run ${endRun.length}`)
      return { ready, ended, stop: async () => endRun.at(-1)?.() }
    })
    return { restarted, endRun }
  }

  test('is started again whenever it ends, until it is stopped', async () => {
    const { restarted, endRun } = makeRestarted()
    expect(await restarted.ready).toBe('run 1')
    endRun[0]?.()
    await expect.poll(() => endRun.length).toBe(2)
    endRun[1]?.()
    await expect.poll(() => endRun.length).toBe(3)
    await restarted.stop()
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(endRun).toHaveLength(3)
  })

  test('is not started again when its first start fails', async () => {
    const { restarted, endRun } = makeRestarted(new Error('the port is taken'))
    await expect(restarted.ready).rejects.toThrow('the port is taken')
    endRun[0]?.()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(endRun).toHaveLength(1)
  })
})
