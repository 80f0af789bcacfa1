import { expect, it, vi } from 'vitest'
import { Shares } from './shares.ts'

it('gives each owner its places, and the next free one to the request that has waited longest', async () => {
  vi.useFakeTimers()
  const shares = new Shares(2, 1000)
  const order: string[] = []
  const enter = (name: string, owner: string) =>
    shares.enter(owner).then((hasPlace) => order.push(hasPlace ? name : `${name} too late`))
  for (const name of ['A1', 'A2', 'A3', 'A4']) void enter(name, 'A')
  void enter('B1', 'B')
  await vi.advanceTimersByTimeAsync(999)
  expect([order, shares.waiting]).toEqual([['A1', 'A2', 'B1'], 2])
  shares.leave('A')
  await vi.advanceTimersByTimeAsync(1)
  expect([order, shares.waiting]).toEqual([['A1', 'A2', 'B1', 'A3', 'A4 too late'], 0])
  for (const owner of ['A', 'A', 'B']) shares.leave(owner)
  expect(await shares.enter('A')).toBe(true)
  vi.useRealTimers()
})
