import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import type { DraftZone } from '#components/zones/zone-model.ts'
import { ZoneSaver } from '#components/zones/zone-saver.ts'

const zones = (...keys: string[]) => keys.map((key) => ({ key }) as DraftZone)
const failure = (status: number) => new ApiError(status, null, null)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A saver of an empty editor; `responses` has the error of each request in order, null for success; further ones succeed. */
function makeSaver(responses: (Error | null)[] = []) {
  const sent: string[][] = []
  const saver = new ZoneSaver([], async (batch) => {
    sent.push(batch.map(({ key }) => key))
    const error = responses.shift()
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (error) throw error
  })
  return { saver, sent }
}

describe('a zone saver', () => {
  it('saves the last change after a pause', async () => {
    const { saver, sent } = makeSaver()
    saver.change(zones('a'))
    await vi.advanceTimersByTimeAsync(500)
    saver.change(zones('a', 'b'))
    expect(saver.state).toEqual({ word: 'waiting' })
    await vi.advanceTimersByTimeAsync(1100)
    expect(sent).toEqual([['a', 'b']])
    expect([saver.state, saver.isStored]).toEqual([{ word: 'saved' }, true])
  })

  it('saves immediately on flush, and later changes after that', async () => {
    const { saver, sent } = makeSaver()
    saver.change(zones('a'))
    const stored = saver.flush()
    expect(sent).toEqual([['a']])
    saver.change(zones('a', 'b'))
    await vi.advanceTimersByTimeAsync(300)
    expect(await stored).toBe(true)
    expect(sent).toEqual([['a'], ['a', 'b']])
  })

  it('sends without waiting for a running request when the page closes', async () => {
    const { saver, sent } = makeSaver()
    saver.leavePage()
    expect(sent).toEqual([])
    saver.change(zones('a'))
    saver.leavePage()
    saver.change(zones('b'))
    saver.leavePage()
    expect(sent).toEqual([['a'], ['b']])
    await vi.runAllTimersAsync()
    expect(saver.isStored).toBe(true)
  })

  it('retries after a delay, and immediately when the network is back', async () => {
    const { saver, sent } = makeSaver([failure(0), failure(503)])
    saver.change(zones('a'))
    await vi.advanceTimersByTimeAsync(1000)
    expect([saver.state.word, saver.mayStillSucceed]).toEqual(['failed', true])
    await vi.advanceTimersByTimeAsync(2100)
    expect([sent.length, saver.state.word]).toEqual([2, 'failed'])
    saver.reconnect()
    await vi.advanceTimersByTimeAsync(100)
    expect([sent.length, saver.state.word]).toEqual([3, 'saved'])
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(3)
  })

  it('does not repeat a refused save, but saves the next change', async () => {
    const { saver, sent } = makeSaver([failure(400)])
    saver.change(zones('a'))
    await vi.runAllTimersAsync()
    saver.reconnect()
    await vi.runAllTimersAsync()
    expect([sent, saver.state.word, saver.mayStillSucceed]).toEqual([[['a']], 'failed', false])
    saver.change(zones('b'))
    await vi.runAllTimersAsync()
    expect([sent, saver.state.word]).toEqual([[['a'], ['b']], 'saved'])
  })
})
