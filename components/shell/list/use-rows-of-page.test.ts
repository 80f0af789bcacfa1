import { describe, expect, it } from 'vitest'
import { pickPage } from './use-rows-of-page.ts'

const rows = Array.from({ length: 120 }, (_, index) => index + 1)
const pick = (search: string, list = rows) =>
  pickPage(list, 50, 'signers', '/processes/7', new URLSearchParams(search))

describe('a page of rows that are loaded as a whole', () => {
  it.each([
    ['', 1, 50],
    ['signers=2', 51, 100],
    ['signers=3', 101, 120],
    ['signers=4', 101, 120],
    ['signers=Infinity', 101, 120],
    ['signers=0', 1, 50],
    ['signers=-2', 1, 50],
    ['signers=two', 1, 50],
    ['trail=3', 1, 50],
  ])('are for “%s” the rows %i to %i', (search, first, last) => {
    const { rows: shown } = pick(search)
    expect([shown[0], shown.at(-1)]).toEqual([first, last])
  })

  it('has links to the others, which work without scripts and keep the page of another list', () => {
    const { pager } = pick('trail=4&signers=2')
    expect([pager.page, pager.lastPage, pager.total, pager.more]).toEqual([2, 3, 120, true])
    expect(pager.getHref(3)).toBe('/processes/7?trail=4&signers=3')
    expect(pager.getHref(1)).toBe('/processes/7?trail=4')
    expect(pick('signers=2').pager.getHref(1)).toBe('/processes/7')
  })

  it('is the only one of a short list', () => {
    for (const list of [[], rows.slice(0, 50)])
      expect(pick('signers=2', list)).toMatchObject({
        rows: list,
        pager: { page: 1, lastPage: 1, more: false },
      })
  })
})
