import { describe, expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const limits = { slots: 2, maxWaiting: 100, maxWaitingOfGroup: 100 }

/**
 * Enters the queue once per entry of `groups`, and leaves it immediately.
 * @returns the groups in the order in which they got a slot
 */
async function orderOf(queue: FairQueue, groups: string[]): Promise<string> {
  const order: string[] = []
  const work = groups.map(async (group) => {
    await queue.enter(group)
    order.push(group)
    await new Promise((resolve) => setImmediate(resolve))
    queue.leave(group)
  })
  await Promise.all(work)
  return order.join('')
}

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
  test('take turns, even when one group has more requests than the others', async () => {
    const queue = new FairQueue({ ...limits, slots: 1 })
    expect(await orderOf(queue, [...'AAAAABBC'])).toBe('AABCABAA')
    expect(queue.used).toBe(0)
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

  test('use all slots when each has one request', async () => {
    const queue = new FairQueue(limits)
    await queue.enter(Symbol())
    await queue.enter(Symbol())
    expect(queue.used).toBe(2)
  })
})

describe('requests that would wait', () => {
  test('are refused beyond the limit of their group, and beyond the limit of all groups', async () => {
    const queue = new FairQueue({ slots: 1, maxWaiting: 3, maxWaitingOfGroup: 1 })
    await queue.enter('A')
    void queue.enter('A')
    await expect(queue.enter('A')).rejects.toMatchObject({ code: 'busy' })
    void queue.enter('B')
    void queue.enter('C')
    await expect(queue.enter('D')).rejects.toMatchObject({ code: 'busy' })
  })
})
