import { expect, it } from 'vitest'
import { contrastWithWhite } from './contrast.ts'

it.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#767676', 4.54],
  ['#777777', 4.48],
  ['#ff0000', 4],
  ['#0000FF', 8.59],
])('the contrast of %s with white is %d', (color, ratio) => {
  expect(contrastWithWhite(color)).toBeCloseTo(ratio, 2)
})
