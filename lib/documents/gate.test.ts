import { expect, it } from 'vitest'
import { gate } from './gate.ts'

it('lets no more through than there are places, in order, whether they succeed or fail', async () => {
  const through = gate(2)
  const order: number[] = []
  let inside = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      through(async () => {
        order.push(index)
        most = Math.max(most, ++inside)
        await new Promise((done) => setTimeout(done, index % 3))
        inside -= 1
        if (index % 4 === 0) throw new Error(`No ${index}`)
        return index
      }),
    ),
  )
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  await expect(through(async () => 'still open')).resolves.toBe('still open')
})
