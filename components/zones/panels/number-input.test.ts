import { expect, test } from 'vitest'
import { keepClear } from './number-input.tsx'

test.each([
  ['12,50', '12.50'],
  ['1.250,5', '1250.5'],
  ['', ''],
  // The digits before the point are not what was meant either.
  ['12.50', '7'],
  ['12,', '7'],
  ['five', '7'],
])('keeps the number before while %o is unclear in German', (typed, stored) => {
  expect(keepClear(typed, '7', 'de')).toBe(stored)
})
