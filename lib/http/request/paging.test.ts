import { describe, expect, it } from 'vitest'
import { pageBody } from './paging.ts'

const url = new URL('http://localhost:3000/api/v1/vault/documents?search=a')
const body = (page: number, items: number, total: number, exact?: boolean) =>
  pageBody(
    { items: Array.from({ length: items }, (_, number) => number), total, exact, page, perPage: 10 },
    url,
  )

describe('a page with an exact total', () => {
  it('has a last page, without total_exact', () => {
    const { links, meta } = body(3, 5, 25)
    expect(links.next).toBeNull()
    expect(links.prev).toContain('page=2')
    expect(meta).toMatchObject({ from: 21, to: 25, last_page: 3, total: 25 })
    expect(meta).not.toHaveProperty('total_exact')
  })
})

describe('a page without an exact total', () => {
  it('has no last page, and continues beyond the counted records', () => {
    expect(body(1, 10, 10_000, false)).toMatchObject({
      meta: { total: 10_000, total_exact: false, last_page: null },
      links: { last: null, next: expect.stringContaining('page=2') },
    })
    expect(body(1001, 10, 10_000, false).links).toMatchObject({
      prev: expect.stringContaining('page=1000'),
      next: expect.stringContaining('page=1002'),
    })
  })

  it('ends with the last record', () => {
    expect(body(1200, 4, 10_000, false).links.next).toBeNull()
  })
})
