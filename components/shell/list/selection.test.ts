import { describe, expect, it } from 'vitest'
import { rangeOf } from './selection.ts'

describe('the rows that a shift-click selects', () => {
  it('are those between the last one and this one, in both directions', () => {
    expect(rangeOf([7, 3, 9, 4], 3, 4)).toEqual([3, 9, 4])
    expect(rangeOf([7, 3, 9, 4], 9, 7)).toEqual([7, 3, 9])
  })

  it('are only the clicked one if no row of the page was clicked before', () => {
    expect(rangeOf([7, 3], null, 3)).toEqual([3])
    expect(rangeOf([7, 3], 5, 3)).toEqual([3])
  })
})
