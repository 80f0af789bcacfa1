import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatSizeIn } from '#lib/core/text/format-size'
import { changeVaultDocument, vaultListRules } from './queries.ts'

let stored: string[]
let saves: number
/** The changes of a colleague, each made between a read and the change that follows it. */
let meanwhile: string[][]
beforeEach(() => {
  stored = ['lease']
  saves = 0
  meanwhile = []
  vi.stubGlobal('fetch', async (_path: string, { method, headers, body }: RequestInit) => {
    const version = () => `"${stored.join()}"`
    if (method === 'GET') {
      const response = Response.json({ data: { tags: stored } }, { headers: { etag: version() } })
      stored = meanwhile.shift() ?? stored
      return response
    }
    if (new Headers(headers).get('if-match') !== version())
      return Response.json({ error: { code: 'precondition_failed', message: 'Changed.' } }, { status: 412 })
    saves++
    stored = JSON.parse(String(body)).tags
    return Response.json({ data: { tags: stored } })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('adds and removes a tag', async () => {
  await changeVaultDocument(7, { addTag: '2026' })
  expect(stored).toEqual(['lease', '2026'])
  await changeVaultDocument(7, { removeTag: 'lease' })
  expect(stored).toEqual(['2026'])
})

it('compares tags without case, and saves nothing where there is nothing to change', async () => {
  await changeVaultDocument(7, { addTag: 'Lease' })
  expect(stored).toEqual(['lease'])
  await changeVaultDocument(7, { removeTag: '2026' })
  expect(saves).toBe(0)
  await changeVaultDocument(7, { removeTag: 'LEASE' })
  expect([stored, saves]).toEqual([[], 1])
})

it('keeps the tags that a colleague changes at the same time', async () => {
  meanwhile = [
    ['lease', 'hr'],
    ['lease', 'hr', 'urgent'],
  ]
  await changeVaultDocument(7, { addTag: '2026' })
  expect(stored).toEqual(['lease', 'hr', 'urgent', '2026'])
  meanwhile = [['hr', '2026']]
  await changeVaultDocument(7, { removeTag: 'hr' })
  expect(stored).toEqual(['2026'])
})

it('fails when the tags change all the time', async () => {
  meanwhile = Array.from({ length: 10 }, (_, index) => [`tag ${index}`])
  await expect(changeVaultDocument(7, { addTag: '2026' })).rejects.toMatchObject({ status: 412 })
})

it('filters by megabytes as sizes are printed', () => {
  const filter = vaultListRules.moreFilters!.find(({ name }) => name === 'min_size')!
  const values = 'options' in filter ? filter.options.map(({ value }) => Number(value)).filter(Boolean) : []
  expect(values.map((bytes) => formatSizeIn('en', bytes))).toEqual([
    '102.4 kB',
    '1 MB',
    '5 MB',
    '10 MB',
    '50 MB',
  ])
})
