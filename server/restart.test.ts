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

  test('is not started again when the system has no process for its first start', async () => {
    let launches = 0
    const kept = keepRunning('process', () => {
      launches++
      throw new Error('spawn ENOMEM')
    })
    await expect(kept.ready).rejects.toThrow('spawn ENOMEM')
    await kept.stop()
    expect(launches).toBe(1)
  })

  test('is started again also after starts for which the system had no process', async () => {
    const endRun: (() => void)[] = []
    let launches = 0
    const kept = keepRunning('process', () => {
      launches++
      if (launches === 2) throw new Error('spawn ENOMEM')
      const ended = new Promise<void>((resolve) => endRun.push(resolve))
      return { ready: Promise.resolve(''), ended, stop: async () => endRun.at(-1)?.() }
    })
    await kept.ready
    endRun[0]?.()
    await expect.poll(() => launches, { timeout: 5000 }).toBe(3)
    await kept.stop()
  })
})
