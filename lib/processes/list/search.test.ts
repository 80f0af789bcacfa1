import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { env } from '#lib/core/env'
import { listDocuments } from '#lib/documents/list'
import { DocumentFilters } from '#lib/documents/schema'
import { seedProcesses } from '#lib/testing/database/seed'
import { addDocument, addDraft } from '#lib/testing/records/records'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import type { ContactRecord } from '../schema.ts'
import { listContacts } from '../signers/contacts.ts'
import { listProcesses } from './list.ts'
import { ProcessFilters } from './schema.ts'

const database = connect(env().databaseUrl!, { max: 1 })
afterAll(async () => {
  await closeThreads()
  await database.end()
})

interface ListPage {
  items: unknown[]
  total: number
  exact?: boolean
}
type List = (tenant: TestTenant, search: string, page: number, per_page: number) => Promise<ListPage>

const processes: List = (tenant, search, page, per_page) =>
  listProcesses(tenant.ctx, { ...ProcessFilters.parse({ search }), page, per_page })
const processesOfSigner: List = (tenant, signer, page, per_page) =>
  listProcesses(tenant.ctx, { ...ProcessFilters.parse({ signer }), page, per_page })
const contacts: List = (tenant, search, page, per_page) =>
  listContacts(tenant.ctx, { search, page, per_page })
const documents: List = (tenant, search, page, per_page) =>
  listDocuments(tenant.ctx, { ...DocumentFilters.parse({ search }), page, per_page })

/** Reads all pages as a client does that follows `links.next`. */
async function walk(list: List, tenant: TestTenant, search: string, size: number) {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { items, total, exact = true } = await list(tenant, search, page, size)
    found.push(...items.map((item) => JSON.stringify(item)))
    const hasNext = exact ? page * size < total : items.length === size || page * size < total
    if (!hasNext) return { found, total, exact }
  }
}

describe('a search that walks its pages finds each result once', () => {
  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await makeTenant()
    const people = ['Ada Lovelace', 'Zoé Weiß', 'Łukasz', 'Bo', 'ada byron', '張偉']
    for (let index = 0; index < 12; index++)
      await addDraft(tenant, {
        name: `Lease ${index} ${people[index % 5]}`,
        documents: [{ id: (await addDocument(tenant, { name: `Annex ${people[index % 6]}` })).id }],
        signers: Array.from({ length: 1 + (index % 4) }, (_, signer) => ({
          name: people[(index + signer) % 6]!,
          email: `${signer % 2 ? 'ADA' : 'p'}${(index * signer) % 5}@example.com`,
        })),
      })
  }, 60_000)

  const texts = fc.constantFrom(
    '',
    'a',
    'ad',
    'ada',
    'lease',
    'weiss',
    'weiß',
    'example',
    '@',
    'p1',
    '張',
    'none',
  )
  const lists = fc.constantFrom(processes, processesOfSigner, contacts, documents)

  it('in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(lists, texts, fc.integer({ min: 1, max: 7 }), async (list, text, size) => {
        const { found, total, exact } = await walk(list, tenant, text, size)
        const { items } = await list(tenant, text, 1, 100)
        expect(found).toEqual(items.map((item) => JSON.stringify(item)))
        expect(new Set(found).size).toBe(found.length)
        expect([total, exact]).toEqual([found.length, true])
      }),
      { numRuns: 60 },
    )
  })
})

describe.each([
  // More members than are counted at first, fewer results than are counted.
  [1_700, 12],
  // More results than are counted.
  [10_050, 2],
])('among %i processes with %i signers each', (count, signersEach) => {
  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await makeTenant()
    await seedProcesses(database, tenant.tenantId, count, new Date(), signersEach)
  }, 120_000)

  it('a search finds all by the domain of their signers', async () => {
    const { found, total, exact } = await walk(processes, tenant, 'example.com', 500)
    expect(found).toHaveLength(count)
    expect(new Set(found).size).toBe(count)
    expect([total, exact]).toEqual(count > 10_000 ? [10_000, false] : [count, true])
  }, 120_000)

  it('a search of contacts finds all, the newest too', async () => {
    const results = count * signersEach
    const emails = (
      await database<{ email: string }[]>`
        select email from signers where tenant_id = ${tenant.tenantId} order by lower(email) collate "C"`
    ).map(({ email }) => email)
    for (const page of [1, 2, Math.floor(results / 200), Math.ceil(results / 100), results]) {
      const { items, total, exact } = await contacts(tenant, 'example.com', page, 100)
      expect(items.map((item) => (item as ContactRecord).email)).toEqual(
        emails.slice((page - 1) * 100, page * 100),
      )
      expect([total, exact]).toEqual([10_000, false])
    }
  }, 120_000)
})
