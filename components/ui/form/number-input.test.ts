import { expect, it } from 'vitest'
import { wholeNumber } from './number-input.tsx'

it.each([
  ['30', 30],
  [' 30 ', 30],
  ['-1', -1],
  ['', null],
  [' ', null],
  ['30 min', '30 min'],
  ['1.000', '1.000'],
  ['1,5', '1,5'],
  ['1e3', '1e3'],
  ['0x10', '0x10'],
  ['many', 'many'],
  [null, null],
  [30, 30],
])('reads %j as %j: only what is empty counts as empty', (typed, value) => {
  expect(wholeNumber.setValueAs(typed)).toBe(value)
})
