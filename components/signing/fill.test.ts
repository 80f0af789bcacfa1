import { expect, it } from 'vitest'
import { fill } from './fill.ts'

it('fills placeholders and leaves unknown ones', () => {
  expect(fill('{a} of {b}, {c}', { a: 1, b: '{a}' })).toBe('1 of {a}, {c}')
})
