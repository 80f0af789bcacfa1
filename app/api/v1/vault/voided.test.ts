import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { vaultDocuments } from '#db/schema/vault'
import { write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { voidProcess } from '#lib/processes/void'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import type { VaultRecord, VaultStatistics } from '#lib/vault/schema'
import * as holdRoute from './documents/[id]/legal-hold/route.ts'
import * as listVaultRoute from './documents/route.ts'
import * as statisticsRoute from './statistics/route.ts'

type ListBody = { data: VaultRecord[]; meta: { total: number } }

let tenant: TestTenant
let records: VaultRecord[]

beforeAll(async () => {
  tenant = await makeTenant()
  for (const name of ['Lease', 'Loan', 'Offer']) {
    const document = await addDocument(tenant, { name })
    const process = await addCompleted(tenant, { name, documents: [{ id: document.id }] })
    if (name !== 'Lease') await voidProcess(tenant.ctx, process.id, { reason: 'Superseded' })
  }
  records = (await list('sort=name')).body.data
}, 60_000)

const list = (query: string, as: { token: string } = tenant) =>
  call<ListBody>(listVaultRoute.GET, { path: `/api/v1/vault/documents?${query}`, as })
const getId = (name: string) => records.find((record) => record.name === name)!.id
const change = (name: string, patch: Partial<typeof vaultDocuments.$inferInsert>) =>
  write(tenant.ctx, (tx) =>
    tx
      .update(vaultDocuments)
      .set(patch)
      .where(eq(vaultDocuments.id, getId(name))),
  )
const setHold = (name: string, on: boolean) =>
  call(holdRoute.PUT, { method: 'PUT', params: { id: getId(name) }, body: { on }, as: tenant })

/** The names in the list, after its total has been compared with them. */
async function namesFor(query: string): Promise<string[]> {
  const { status, body } = await list(`sort=name&${query}`)
  const names = body.data.map(({ name }) => name)
  expect([status, body.meta.total]).toEqual([200, names.length])
  return names
}

describe('GET /vault/documents?voided=', () => {
  it('200 with the void documents, or only the others', async () => {
    expect(await namesFor('')).toEqual(['Lease', 'Loan', 'Offer'])
    expect(await namesFor('voided=true')).toEqual(['Loan', 'Offer'])
    expect(await namesFor('voided=false')).toEqual(['Lease'])
    expect(await namesFor('voided=true&search=off')).toEqual(['Offer'])
    expect(await namesFor('voided=false&search=off')).toEqual([])
    const otherTenant = await makeTenant()
    expect((await list('voided=true', otherTenant)).body.meta.total).toBe(0)
    const testKey = await tenant.addKey({ testMode: true })
    expect((await list('voided=true', testKey)).body.meta.total).toBe(0)
  })

  it('200 together with status, day of signing and legal hold', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await change('Loan', { archivedAt: new Date() })
    expect(await namesFor('voided=true')).toEqual(['Offer'])
    expect(await namesFor('voided=true&status=archived')).toEqual(['Loan'])
    expect(await namesFor('voided=false&status=archived')).toEqual([])
    expect(await namesFor('voided=true&status=active')).toEqual(['Offer'])
    expect(await namesFor('voided=false&status=active')).toEqual(['Lease'])
    expect(await namesFor(`voided=true&date_from=${today}`)).toEqual(['Offer'])
    expect(await namesFor('voided=false&date_to=2020-01-01')).toEqual([])
    await change('Loan', { archivedAt: null })
    await setHold('Offer', true)
    expect(await namesFor('voided=true&legal_hold=true')).toEqual(['Offer'])
    expect(await namesFor('voided=true&legal_hold=false')).toEqual(['Loan'])
    expect(await namesFor('voided=false&legal_hold=true')).toEqual([])
    expect(await namesFor('voided=false&legal_hold=false')).toEqual(['Lease'])
    await setHold('Offer', false)
  })

  it('400 for another value', async () => {
    expect((await list('voided=yes')).status).toBe(400)
  })
})

describe('GET /vault/statistics', () => {
  const counts = async () => {
    const { data } = (await call<{ data: VaultStatistics }>(statisticsRoute.GET, { as: tenant })).body
    return {
      total: data.total_documents,
      active: data.active_documents,
      expiring: data.expiring_soon,
      expired: data.expired_documents,
      archived: data.archived_documents,
      voided: data.voided_documents,
    }
  }

  it('200 with void documents counted as void, whatever their retention, until they are archived', async () => {
    const others = { total: 3, expiring: 0, expired: 0, archived: 0 }
    expect(await counts()).toEqual({ ...others, active: 1, voided: 2 })
    const { expires_at } = records[0]!
    for (const days of [5, -5]) {
      await change('Loan', { expiresAt: addDays(new Date(), days) })
      expect(await counts()).toEqual({ ...others, active: 1, voided: 2 })
    }
    await change('Loan', { expiresAt: new Date(expires_at), archivedAt: new Date() })
    expect(await counts()).toEqual({ ...others, active: 1, archived: 1, voided: 1 })
    await change('Loan', { archivedAt: null })
  })
})
