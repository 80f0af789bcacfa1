import { describe, expect, it } from 'vitest'
import { listHref, parseListState, withInstants } from './list-state.ts'

const rules = {
  filters: [{ name: 'status', label: 'Status', options: [{ value: 'sent,in_progress', label: 'Waiting' }] }],
  moreFilters: [
    { name: 'date_from', label: 'From', type: 'date' as const },
    { name: 'signer', label: 'Signer', type: 'text' as const },
    { name: 'number', label: 'Number', type: 'text' as const, accepts: (text: string) => /^\d+$/.test(text) },
    { name: 'min_size', label: 'Size', options: [{ value: '1024', label: '1 KB' }] },
  ],
  views: ['grid'],
  sorts: ['name', 'created_at'],
}
const read = (query: string) => parseListState(rules, Object.fromEntries(new URLSearchParams(query)))

describe('the URL of a list page', () => {
  it('contains search, filters, view, sort and page', () => {
    expect(read('search=Lease&status=sent%2Cin_progress&view=grid&sort=-name&page=3')).toEqual({
      search: 'Lease',
      status: 'sent,in_progress',
      view: 'grid',
      sort: '-name',
      page: '3',
    })
  })

  it('contains days, texts and choices of the other filters', () => {
    expect(read('date_from=2026-02-28&signer=Ada+Lovelace&number=12&min_size=1024')).toEqual({
      date_from: '2026-02-28',
      signer: 'Ada Lovelace',
      number: '12',
      min_size: '1024',
    })
  })

  it.each([
    'date_from=2026-02-30',
    'date_from=28.2.2026',
    'date_from=2026-2-8',
    `signer=${'a'.repeat(201)}`,
    'number=twelve',
    'min_size=2048',
    'status=unknown',
    'view=table',
    'sort=size',
    'sort=--name',
    'page=0',
    'page=-1',
    'page=1e3',
    'page=10000000',
    'search=',
    `search=${'a'.repeat(201)}`,
    'per_page=100',
  ])('is read without unknown or invalid parameters: %s', (query) => {
    expect(read(query)).toEqual({})
  })

  it('starts at the first page after another change', () => {
    const state = read('search=Lease&page=3')
    expect(listHref('/documents', state, { page: '4' })).toBe('/documents?search=Lease&page=4')
    expect(listHref('/documents', state, { sort: 'name' })).toBe('/documents?search=Lease&sort=name')
    expect(listHref('/documents', state, { search: '' })).toBe('/documents')
  })
})

it('has the reader’s days as instants for the API, and the other parameters as they are', () => {
  const day = '2026-11-30'
  const state = { search: 'Lease', date_from: day, date_to: day, expires_before: day }
  expect(withInstants(state, 'America/New_York')).toEqual({
    search: 'Lease',
    date_from: '2026-11-30T05:00:00.000Z',
    date_to: '2026-12-01T05:00:00.000Z',
    expires_before: '2026-11-30T05:00:00.000Z',
  })
  expect(withInstants({ search: 'Lease' }, 'Asia/Kolkata')).toEqual({ search: 'Lease' })
})
