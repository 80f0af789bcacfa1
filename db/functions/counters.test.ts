import type { Sql } from 'postgres'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { seedDocuments, seedProcesses, seedVault } from '#lib/testing/database/seed'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { connect } from '../connection/client.ts'
import { foldCounters } from '../lists/counters.ts'

const owner: Sql = connect(env().databaseUrl!, { max: 1 })
let tenant: TestTenant
const time = new Date('2026-11-23T12:00:00Z')

beforeEach(async () => {
  tenant = await makeTenant()
})
afterAll(() => owner.end())

/** The non-zero counters of an entity, by kind and key. */
async function getCounters(entity: string, kinds: string[]): Promise<Record<string, number>> {
  const rows = await owner<{ name: string; count: number }[]>`
    select kind || ' ' || key as name, sum(count)::int as count from counters
    where tenant_id = ${tenant.tenantId} and entity = ${entity} and kind in ${owner(kinds)}
    group by 1 having sum(count) <> 0 order by 1`
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

describe('count_rows', () => {
  const countersByStatus = () => getCounters('documents', ['status'])

  it('counts documents by status through inserts, changes and soft deletion', async () => {
    await seedDocuments(owner, tenant.tenantId, 7, time)
    expect(await countersByStatus()).toEqual({ 'status uploaded': 7 })
    const ids = await owner<
      { id: string }[]
    >`select id from documents where tenant_id = ${tenant.tenantId} limit 3`
    await owner`update documents set status = 'completed' where id in ${owner(ids.map(({ id }) => id))}`
    expect(await countersByStatus()).toEqual({ 'status uploaded': 4, 'status completed': 3 })
    await owner`update documents set deleted_at = now() where id = ${ids[0]!.id}`
    expect(await countersByStatus()).toEqual({ 'status uploaded': 4, 'status completed': 2 })
    await owner`update documents set name = 'Renamed' where tenant_id = ${tenant.tenantId}`
    expect(await countersByStatus()).toEqual({ 'status uploaded': 4, 'status completed': 2 })
    await owner`delete from documents where tenant_id = ${tenant.tenantId}`
    expect(await countersByStatus()).toEqual({})
  })

  it('counts nothing in a transaction that is rolled back', async () => {
    await owner
      .begin(async (tx) => {
        await seedDocuments(tx as unknown as Sql, tenant.tenantId, 2, time)
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect(await countersByStatus()).toEqual({})
  })
})

describe('count_files', () => {
  it('counts equal files of a tenant once, until the last document is deleted', async () => {
    await seedDocuments(owner, tenant.tenantId, 3, time)
    await owner`update documents set sha256 = ${'a'.repeat(64)}, size = 1000 where tenant_id = ${tenant.tenantId}`
    const fileCounters = async () => {
      const [row] = await owner<{ files: number; bytes: number }[]>`
        select sum(count)::int as files, sum(bytes)::int as bytes from counters
        where tenant_id = ${tenant.tenantId} and entity = 'documents' and kind = 'file'`
      return row!
    }
    expect(await fileCounters()).toEqual({ files: 1, bytes: 1000 })
    const ids = await owner<{ id: string }[]>`select id from documents where tenant_id = ${tenant.tenantId}`
    for (const [index, { id }] of ids.entries()) {
      await owner`update documents set deleted_at = now() where id = ${id}`
      const last = index === ids.length - 1
      expect(await fileCounters()).toEqual(last ? { files: 0, bytes: 0 } : { files: 1, bytes: 1000 })
    }
    // The DOCX of a template, which several documents may have, too.
    await owner`update documents set deleted_at = null, source_sha256 = ${'b'.repeat(64)}, source_size = 500
      where tenant_id = ${tenant.tenantId}`
    expect(await fileCounters()).toEqual({ files: 2, bytes: 1500 })
    await owner`update documents set deleted_at = now() where id = ${ids[0]!.id}`
    expect(await fileCounters()).toEqual({ files: 2, bytes: 1500 })
    await owner`delete from documents where tenant_id = ${tenant.tenantId}`
    expect(await fileCounters()).toEqual({ files: 0, bytes: 0 })
  })
})

describe('count_processes', () => {
  it('counts by status and by the months of sending and completion, which a voided process leaves', async () => {
    await seedProcesses(owner, tenant.tenantId, 10, time)
    const kinds = ['status', 'sent', 'completed']
    const completed = {
      'completed 2026-11': 9,
      'sent 2026-11': 9,
      'status completed': 9,
      'status draft': 1,
    }
    expect(await getCounters('processes', kinds)).toEqual(completed)
    const [{ id }] = (await owner`
      select id from processes where tenant_id = ${tenant.tenantId} and status = 'completed' limit 1`) as unknown as [
      { id: string },
    ]
    await owner`update processes set name = 'Renamed' where id = ${id}`
    expect(await getCounters('processes', kinds)).toEqual(completed)
    // The last moment of a month, in UTC.
    await owner`update processes set sent_at = '2026-11-01 00:59:59+01' where id = ${id}`
    await owner`update processes set status = 'voided' where id = ${id}`
    expect(await getCounters('processes', kinds)).toEqual({
      'completed 2026-11': 8,
      'sent 2026-10': 1,
      'sent 2026-11': 8,
      'status completed': 8,
      'status draft': 1,
      'status voided': 1,
    })
    await owner`delete from processes where tenant_id = ${tenant.tenantId}`
    expect(await getCounters('processes', kinds)).toEqual({})
  })
})

describe('count_vault_documents', () => {
  it('counts by status, tag and day of signing, and moves archived documents', async () => {
    await seedVault(owner, tenant.tenantId, 40, time)
    const kinds = ['status', 'tag', 'active', 'archived']
    /** The counters, calculated from the rows themselves. */
    const fromRows = async () => {
      const rows = await owner<{ name: string; count: number }[]>`
        select k.kind || ' ' || k.key as name, count(*)::int as count from vault_documents v,
          vault_counter_keys(archived_at, signed_at, expires_at, tags) k
        where v.tenant_id = ${tenant.tenantId} and k.kind in ${owner(kinds)} group by 1 order by 1`
      return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
    }
    expect(await getCounters('vault', kinds)).toEqual(await fromRows())
    expect((await getCounters('vault', ['status']))['status archived']).toBe(4)
    await owner`update vault_documents set archived_at = null, tags = '{lease}' where tenant_id = ${tenant.tenantId}`
    expect(await getCounters('vault', kinds)).toEqual(await fromRows())
    expect(await getCounters('vault', ['status', 'tag'])).toEqual({ 'status active': 40, 'tag lease': 40 })
  })
})

describe('cross_tenant_fold_counters', () => {
  it('leaves one row per key with the same sum, and drops keys with the sum zero', async () => {
    for (let attempt = 0; attempt < 3; attempt++) await seedDocuments(owner, tenant.tenantId, 2, time)
    await owner`update documents set status = 'completed' where tenant_id = ${tenant.tenantId}`
    const before = await getCounters('documents', ['status'])
    await foldCounters()
    expect(await getCounters('documents', ['status'])).toEqual(before)
    const rows = await owner<{ key: string; count: number; folded: boolean }[]>`
      select key, count::int, folded from counters
      where tenant_id = ${tenant.tenantId} and entity = 'documents' and kind = 'status'`
    expect([...rows]).toEqual([{ key: 'completed', count: 6, folded: true }])
  })
})
