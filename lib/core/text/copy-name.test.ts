import { describe, expect, it } from 'vitest'
import { copyName } from './copy-name.ts'

describe('copyName', () => {
  it.each([
    ['Lease', 'Lease (copy)'],
    ['Lease (copy)', 'Lease (copy) (copy)'],
    ['x'.repeat(248), `${'x'.repeat(248)} (copy)`],
    ['x'.repeat(249), `${'x'.repeat(247)}… (copy)`],
    ['x'.repeat(255), `${'x'.repeat(247)}… (copy)`],
    [`${'x'.repeat(246)}😀${'x'.repeat(7)}`, `${'x'.repeat(246)}… (copy)`],
  ])('appends (copy) within 255 characters: %s', (name, copy) => {
    expect(copyName(name)).toBe(copy)
    expect(copyName(name).length).toBeLessThanOrEqual(255)
  })
})
