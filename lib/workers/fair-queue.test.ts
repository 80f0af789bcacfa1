import { describe, expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const limits = { places: 2, maxWaiting: 100, maxWaitingOfGroup: 100 }

/**
 * Enters once per entry of `groups`, and leaves immediately.
 * @returns the groups in the order of their turns.
 */
async function orderOf(turns: FairQueue, groups: string[]): Promise<string> {
  const order: string[] = []
  const work = groups.map(async (group) => {
    await turns.enter(group)
    order.push(group)
    await new Promise((resolve) => setImmediate(resolve))
    turns.leave(group)
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

describe('groups', () => {
  test('take turns, even where one has more requests', async () => {
    const turns = new FairQueue({ ...limits, places: 1 })
    expect(await orderOf(turns, [...'AAAAABBC'])).toBe('AABCABAA')
    expect(turns.used).toBe(0)
  })

  test('leave the last free slot to a group that has none', async () => {
    const turns = new FairQueue({ ...limits, places: 3 })
    await turns.enter('A')
    await turns.enter('A')
    const third = turns.enter('A')
    expect(await isSettled(third)).toBe(false)
    await turns.enter('B')
    turns.leave('A')
    expect(await isSettled(third)).toBe(false)
    turns.leave('B')
    expect(await isSettled(third)).toBe(true)
  })

  test('have at most the slots of one group, even when others are free', async () => {
    const turns = new FairQueue({ ...limits, places: 9, placesOfGroup: 2 })
    await turns.enter('A')
    await turns.enter('A')
    const third = turns.enter('A')
    expect(await isSettled(third)).toBe(false)
    await turns.enter('B')
    turns.leave('A')
    expect(await isSettled(third)).toBe(true)
  })

  test('with one request each use all slots', async () => {
    const turns = new FairQueue(limits)
    await turns.enter(Symbol())
    await turns.enter(Symbol())
    expect(turns.used).toBe(2)
  })
})

describe('waiting groups', () => {
  test('are refused beyond their own limit, while others may wait', async () => {
    const turns = new FairQueue({ places: 1, maxWaiting: 3, maxWaitingOfGroup: 1 })
    await turns.enter('A')
    void turns.enter('A')
    await expect(turns.enter('A')).rejects.toMatchObject({ code: 'busy' })
    void turns.enter('B')
    void turns.enter('C')
    await expect(turns.enter('D')).rejects.toMatchObject({ code: 'busy' })
  })
})
