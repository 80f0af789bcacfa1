import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FairQueue, type QueueRefusal } from './fair-queue.ts'

class Refusal extends Error {
  readonly code: QueueRefusal

  constructor(code: QueueRefusal) {
    super()
    this.code = code
  }
}
const refuse = (code: QueueRefusal) => new Refusal(code)
const limits = { slots: 2, maxWaiting: 100, maxWaitingOfGroup: 100, refuse }

/**
 * Enters a queue of one slot with tasks of these seconds, the groups one after the other; `late` enters at `lateAt`.
 * @returns the groups in the order in which they got the slot
 */
async function getOrder(tasks: Record<string, number[]>, late = '', lateAt = 0): Promise<string> {
  vi.useFakeTimers()
  const queue = new FairQueue({ ...limits, slots: 1, maxWaiting: 1000 })
  const order: string[] = []
  const run = async (group: string, seconds: number) => {
    await queue.enter(group)
    order.push(group)
    await sleep(seconds)
    queue.leave(group)
  }
  const work = Object.entries(tasks).flatMap(([group, list]) => list.map((seconds) => run(group, seconds)))
  if (late) work.push(sleep(lateAt).then(() => run(late, 1)))
  await vi.runAllTimersAsync()
  await Promise.all(work)
  expect(queue.used).toBe(0)
  return order.join('')
}

const getCode = (error: Refusal) => error.code
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Whether a promise is settled after all pending callbacks have run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  void promise.then(() => {
    settled = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  return settled
}

describe('the groups of a queue', () => {
  afterEach(() => vi.useRealTimers())

  test('take turns by the time that each has used and asks for, not by the number of turns', async () => {
    expect(await getOrder({ A: [30, 30], B: [1, 1, 1, 1] })).toBe('ABBBBA')
    expect(await getOrder({ A: [1, 1, 1, 1, 1], B: [1, 1], C: [1] })).toBe('ACBBAAAA')
  })

  test('have used nothing any more after some minutes', async () => {
    vi.useFakeTimers()
    const queue = new FairQueue({ ...limits, slots: 1 })
    await queue.enter('A')
    vi.advanceTimersByTime(1000)
    queue.leave('A')
    vi.advanceTimersByTime(600_000)
    await queue.enter('B')
    vi.advanceTimersByTime(500)
    const order: string[] = []
    for (const group of ['B', 'A']) void queue.enter(group).then(() => order.push(group))
    queue.leave('B')
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual(['A'])
  })

  test('wait for the running task only, whatever ten others have requested', async () => {
    const taskTimes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 20 })
    const others = fc.record(Object.fromEntries([...'ABCDEFGHIJ'].map((group) => [group, taskTimes])))
    await fc.assert(
      fc.asyncProperty(others, fc.double({ min: 0, max: 10, noNaN: true }), async (tasks, lateAt) => {
        const seconds = Object.values(tasks).flat()
        fc.pre(seconds.reduce((sum, time) => sum + time, 0) > 100)
        const order = await getOrder(tasks, 'Z', lateAt)
        // At most ten tasks of a second can end before it enters.
        expect(order.indexOf('Z')).toBeLessThanOrEqual(11)
        const before = [...order.slice(0, order.indexOf('Z') - 1)].map(
          (group, index) => tasks[group]![order.slice(0, index).split(group).length - 1]!,
        )
        expect(before.reduce((sum, time) => sum + time, 0)).toBeLessThanOrEqual(lateAt)
      }),
      { numRuns: 50 },
    )
  })

  test('leave the last free slot to a group that has none', async () => {
    const queue = new FairQueue({ ...limits, slots: 3 })
    await queue.enter('A')
    await queue.enter('A')
    const third = queue.enter('A')
    expect(await isSettled(third)).toBe(false)
    await queue.enter('B')
    queue.leave('A')
    expect(await isSettled(third)).toBe(false)
    queue.leave('B')
    expect(await isSettled(third)).toBe(true)
  })

  test('get a kept slot when their last request kept to the limits', async () => {
    const queue = new FairQueue({ ...limits, slots: 2, keptSlots: 1 })
    for (const group of ['known', 'heavy']) {
      await queue.enter(group)
      queue.leave(group, true)
    }
    await queue.enter('heavy')
    await queue.enter('new')
    const second = queue.enter('other')
    queue.leave('heavy', false)
    const again = queue.enter('heavy')
    expect(await isSettled(second)).toBe(false)
    expect(await isSettled(again)).toBe(false)
    await queue.enter('known')
    queue.leave('known')
    expect(await isSettled(second)).toBe(false)
    queue.leave('new')
    expect(await isSettled(second)).toBe(true)
    expect(await isSettled(again)).toBe(false)
  })

  test('start two requests when a group becomes known: its slot, and one that it took from the unknown', async () => {
    const queue = new FairQueue({ ...limits, slots: 3, keptSlots: 1 })
    await queue.enter('X')
    await queue.enter('Y')
    const second = queue.enter('X')
    const others = Array.from({ length: 8 }, () => queue.enter('Z'))
    queue.leave('X', true)
    expect(await isSettled(second)).toBe(true)
    expect(await isSettled(others[0]!)).toBe(true)
    expect(queue.used).toBe(3)
  })

  test('use at most `slotsOfGroup` slots each, even when others are free', async () => {
    const queue = new FairQueue({ ...limits, slots: 9, slotsOfGroup: 2 })
    await queue.enter('A')
    await queue.enter('A')
    const third = queue.enter('A')
    expect(await isSettled(third)).toBe(false)
    await queue.enter('B')
    queue.leave('A')
    expect(await isSettled(third)).toBe(true)
  })

  test('have their own slots each, and the next free one in the order of their requests, without a limit of all', async () => {
    vi.useFakeTimers()
    const unlimited = { slots: Infinity, maxWaiting: Infinity, maxWaitingOfGroup: Infinity }
    const queue = new FairQueue({ ...unlimited, slotsOfGroup: 2, maxWaitingMilliseconds: 1000, refuse })
    const order: string[] = []
    const enter = (name: string, group: string) =>
      queue.enter(group).then(
        () => order.push(name),
        () => order.push(`${name} too late`),
      )
    for (const name of ['A1', 'A2', 'A3', 'A4']) void enter(name, 'A')
    void enter('B1', 'B')
    await vi.advanceTimersByTimeAsync(999)
    expect([order, queue.waiting]).toEqual([['A1', 'A2', 'B1'], 2])
    queue.leave('A')
    await vi.advanceTimersByTimeAsync(1)
    expect([order, queue.waiting]).toEqual([['A1', 'A2', 'B1', 'A3', 'A4 too late'], 0])
    for (const group of ['A', 'A', 'B']) queue.leave(group)
    await queue.enter('A')
    expect(queue.used).toBe(1)
  })

  test('use all slots when each has one request', async () => {
    const queue = new FairQueue(limits)
    await queue.enter(Symbol())
    await queue.enter(Symbol())
    expect(queue.used).toBe(2)
  })
})

test('a slot is free again when what ran with it has failed', async () => {
  const queue = new FairQueue(limits)
  await expect(queue.run('A', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(queue.used).toBe(0)
})

describe('requests that would wait', () => {
  test('are refused beyond the limit of their group, and beyond the limit of all groups', async () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 3, maxWaitingOfGroup: 1, refuse })
    await queue.enter('A')
    void queue.enter('A')
    await expect(queue.enter('A')).rejects.toMatchObject({ code: 'busy' })
    void queue.enter('B')
    void queue.enter('C')
    await expect(queue.enter('D')).rejects.toMatchObject({ code: 'busy' })
  })

  test('displace the last one of the group with the most, when the queue is full', async () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 3, maxWaitingOfGroup: 3, refuse })
    await queue.enter('A')
    const requests = Array.from({ length: 3 }, () => queue.enter('A').then(() => 'started', getCode))
    const other = queue.enter('B').then(() => 'started')
    expect(await requests[2]).toBe('busy')
    queue.leave('A')
    expect(await other).toBe('started')
  })

  test('are dropped when the client has left, and the next one gets the slot', async () => {
    const queue = new FairQueue({ ...limits, slots: 1 })
    await queue.enter('A')
    const leaving = new AbortController()
    const left = queue.enter('B', leaving.signal).then(() => 'started', getCode)
    const next = queue.enter('B')
    leaving.abort()
    expect(await left).toBe('abandoned')
    queue.leave('A')
    await next
    expect(queue.used).toBe(1)
    await expect(queue.enter('C', leaving.signal)).rejects.toMatchObject({ code: 'abandoned' })
  })

  test('are refused when they have waited too long; those that started are not', async () => {
    vi.useFakeTimers()
    const queue = new FairQueue({ ...limits, slots: 1, maxWaitingMilliseconds: 5000 })
    await queue.enter('A')
    const outcomes = ['B', 'C'].map((group) => queue.enter(group).then(() => 'started', getCode))
    await vi.advanceTimersByTimeAsync(4999)
    queue.leave('A')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await Promise.all(outcomes)).toEqual(['started', 'busy'])
    expect([queue.used, queue.waiting]).toEqual([1, 0])
    vi.useRealTimers()
  })
})
