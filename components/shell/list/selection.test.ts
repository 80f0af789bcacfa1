import { describe, expect, it } from 'vitest'
import { getRange } from './selection.ts'

describe('the rows that a shift-click selects', () => {
  it('are those between the last one and this one, in both directions', () => {
    expect(getRange([7, 3, 9, 4], 3, 4)).toEqual([3, 9, 4])
    expect(getRange([7, 3, 9, 4], 9, 7)).toEqual([7, 3, 9])
  })

  it('are only the clicked one if no row of the page was clicked before', () => {
    expect(getRange([7, 3], null, 3)).toEqual([3])
    expect(getRange([7, 3], 5, 3)).toEqual([3])
  })
})
