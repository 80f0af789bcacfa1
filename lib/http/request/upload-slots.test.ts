import { describe, expect, test } from 'vitest'
import { withUploadSlot } from './upload-slots.ts'

/** Starts `count` uploads of one sender. @returns how many have begun, and a function that ends all */
function start(sender: { tenantId: number; address: string | null }, count: number) {
  const state = { begun: 0, refused: 0 }
  const end = Promise.withResolvers<void>()
  const uploads = Array.from({ length: count }, () =>
    withUploadSlot(sender, () => {
      state.begun++
      return end.promise
    }).catch((error) => {
      expect(error).toMatchObject({ code: 'busy' })
      state.refused++
    }),
  )
  const finish = () => {
    end.resolve()
    return Promise.all(uploads)
  }
  return { state, finish }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('concurrent uploads', () => {
  test.each([
    ['a tenant', 8, { tenantId: 1, address: null }, { tenantId: 2, address: null }],
    [
      'an address without an account',
      4,
      { tenantId: 0, address: '192.0.2.1' },
      { tenantId: 0, address: '192.0.2.2' },
    ],
  ])('are limited for %s; those of others begin immediately', async (_, slots, busySender, otherSender) => {
    const many = start(busySender, 50)
    await settle()
    expect(many.state).toEqual({ begun: slots, refused: 0 })
    const single = start(otherSender, 1)
    await settle()
    expect(single.state.begun).toBe(1)
    await Promise.all([many.finish(), single.finish()])
    expect(many.state.begun).toBe(50)
  })

  test('are refused when too many of one sender are waiting', async () => {
    const many = start({ tenantId: 3, address: null }, 150)
    await settle()
    // 8 run and 100 wait.
    expect(many.state).toEqual({ begun: 8, refused: 150 - 8 - 100 })
    await many.finish()
    expect(many.state.begun).toBe(108)
  })
})
