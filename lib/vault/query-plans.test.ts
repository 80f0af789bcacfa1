import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { foldCounters } from '#db/lists/counters'
import { addDays } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { listDocuments } from '#lib/documents/list'
import { DocumentFilters } from '#lib/documents/schema'
import { createFolder } from '#lib/folders/create'
import { pageBody } from '#lib/http/request/paging'
import { getUsage } from '#lib/identity/account/get-usage'
import { listProcesses } from '#lib/processes/list/list'
import { ProcessFilters } from '#lib/processes/list/schema'
import { getProcessStatistics } from '#lib/processes/list/statistics'
import { collectPlans, withPlans } from '#lib/testing/database/plans'
import { RARE_NAME, seedDocuments, seedProcesses, seedVault } from '#lib/testing/database/seed'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { listVaultDocuments } from './list.ts'
import { listArchives } from './list-archives.ts'
import { EXPIRING_DAYS, vaultStatuses } from './rules.ts'
import { ArchiveFilters, VaultFilters, vaultSorts } from './schema.ts'
import { getVaultStatistics } from './statistics.ts'

const ROWS = 12_000
const paging = { page: 1, per_page: 15 }
const database = connect(env().databaseUrl!, { max: 1 })
let tenant: TestTenant
let otherTenant: TestTenant

beforeAll(async () => {
  ;[tenant, otherTenant] = [await makeTenant(), await makeTenant()]
  await seedVault(database, otherTenant.tenantId, 2000, new Date())
  await seedVault(database, tenant.tenantId, ROWS, new Date())
  await seedDocuments(database, tenant.tenantId, 8000, new Date())
  await seedProcesses(database, tenant.tenantId, 8000, new Date())
  await collectPlans(database)
}, 120_000)
afterAll(() => database.end())

const listWithPlans = (query: object = {}) =>
  withPlans(() => listVaultDocuments(tenant.ctx, { ...VaultFilters.parse(query), ...paging }))

describe('a vault with many documents', () => {
  it.each(vaultSorts)('is listed in the order of an index by %s', async (sort) => {
    const { answer, text, scans } = await listWithPlans({ sort })
    expect(scans).toEqual([])
    expect(text).toMatch(
      new RegExp(
        `Index (Only )?Scan (Backward )?using vault_active_${sort.replace('-', '').replace(/(signed|created)_at/, 'signed')}`,
      ),
    )
    expect(text).not.toMatch(/^ *(->)? *(Incremental )?Sort /m)
    expect([answer.items.length, answer.total]).toEqual([15, ROWS * 0.9])
  })

  it.each(vaultStatuses)('is filtered through an index by the status %s', async (status) => {
    const { answer, text, scans } = await listWithPlans({ status })
    expect(scans).toEqual([])
    expect(text).toMatch(/using vault_(active|archived)_/)
    expect(answer.items.every((item) => item.status === status)).toBe(true)
  })

  it('is filtered through an index by legal hold, and counted there', async () => {
    await database`update vault_documents set hold_set_at = now() where tenant_id = ${tenant.tenantId} and id % 1000 = 7`
    await database`analyze vault_documents`
    const listOnHold = await listWithPlans({ legal_hold: 'true' })
    expect(listOnHold.scans).toEqual([])
    expect(listOnHold.text).toContain('vault_held')
    expect(listOnHold.answer.total).toBeGreaterThan(0)
    const notOnHold = await listWithPlans({ legal_hold: 'false' })
    expect(notOnHold.scans).toEqual([])
    expect(notOnHold.answer.total).toBe(ROWS * 0.9 - listOnHold.answer.total)
    await database`update vault_documents set hold_set_at = null where hold_set_at is not null`
  })

  it('is filtered through an index by days, and counted there', async () => {
    const { answer, text, scans } = await listWithPlans({ date_from: '2024-01-01', date_to: '2024-01-31' })
    expect(scans).toEqual([])
    expect(text).toContain('vault_active_signed')
    expect(answer.total).toBeGreaterThan(0)
  })

  it.each([
    ['parts of days at both ends', '2024-01-01T05:00:00Z', '2024-01-31T05:00:00Z'],
    ['a part of one day', '2024-01-01T05:00:00Z', '2024-01-01T17:00:00Z'],
    ['parts of two days, and no whole one', '2024-01-01T17:00:00Z', '2024-01-02T05:00:00Z'],
    ['a whole day', '2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z'],
    ['all from an instant on', '2024-01-01T05:00:00Z', undefined],
    ['all until an instant', undefined, '2024-01-31T05:00:00Z'],
  ])('is filtered by instants, and counts %s', async (_, date_from, date_to) => {
    for (const status of [undefined, 'active', 'archived', 'expired'] as const) {
      const { answer, scans } = await listWithPlans({ date_from, date_to, status })
      const isSigned = database`tenant_id = ${tenant.tenantId} and not test_mode
        and signed_at >= ${date_from ?? '2000-01-01'} and signed_at < ${date_to ?? '2100-01-01'}`
      const isOfStatus =
        status === 'archived'
          ? database`archived_at is not null`
          : status === 'expired'
            ? database`archived_at is null and expires_at <= ${tenant.ctx.now}`
            : status === 'active'
              ? database`archived_at is null and expires_at > ${addDays(tenant.ctx.now, EXPIRING_DAYS)}`
              : database`archived_at is null`
      const [row] = await database`
        select count(*)::int as count from vault_documents where ${isSigned} and ${isOfStatus}`
      expect([status, answer.total, scans]).toEqual([status, row!.count, []])
    }
  })

  it('is filtered through an index by size, and counted up to the limit there', async () => {
    const { answer, text, scans } = await listWithPlans({ min_size: '4000000', sort: '-size' })
    expect(scans).toEqual([])
    expect(text).toContain('vault_active_size')
    expect(answer.total).toBeGreaterThan(0)
    expect(answer.items.every(({ size }) => size >= 4_000_000)).toBe(true)
    const listing = await listWithPlans({ max_size: '5000000' })
    expect([listing.scans, listing.answer.total, listing.answer.exact]).toEqual([[], 10_000, false])
  })

  it('is filtered through an index by the people who signed', async () => {
    await database`
      update vault_documents set process_id = signed.process_id from (
        select row_number() over (order by process_id) as number, process_id from signers
        where tenant_id = ${tenant.tenantId} limit 1500) signed
      where tenant_id = ${tenant.tenantId} and document_id = (
        select min(document_id) from vault_documents where tenant_id = ${tenant.tenantId}) + signed.number`
    await database`analyze vault_documents`
    const [{ name }] = (await database`
      select s.name from signers s join vault_documents v using (process_id)
      where v.tenant_id = ${tenant.tenantId} and archived_at is null limit 1`) as unknown as [
      { name: string },
    ]
    const listByName = await listWithPlans({ signer: name })
    expect(listByName.scans).toEqual([])
    expect(listByName.text).toContain('signers_search')
    expect(listByName.answer.total).toBeGreaterThan(0)
    const everyone = await listWithPlans({ signer: 'Signer', sort: 'name' })
    const expected = await database<{ id: string }[]>`
      select vault_documents.id from vault_documents join signers using (process_id)
      where vault_documents.tenant_id = ${tenant.tenantId} and archived_at is null
      order by vault_documents.name, vault_documents.id`
    expect([everyone.scans, everyone.answer.total]).toEqual([[], expected.length])
    expect(everyone.answer.items.map(({ id }) => id)).toEqual(
      expected.slice(0, 15).map(({ id }) => Number(id)),
    )
  })

  it('is filtered through indexes by void processes, and counted there', async () => {
    await database`
      update processes set status = 'voided', voided_at = now() where id in (
        select process_id from vault_documents join processes p on p.id = process_id
        where p.tenant_id = ${tenant.tenantId} and p.status = 'completed' order by process_id limit 20)`
    await database`analyze processes`
    const [{ total }] = (await database`
      select count(*)::int as total from vault_documents v join processes p on p.id = process_id
      where v.tenant_id = ${tenant.tenantId} and voided_at is not null and archived_at is null`) as unknown as [
      { total: number },
    ]
    for (const sort of vaultSorts) {
      const listOfVoid = await listWithPlans({ voided: 'true', sort })
      expect([listOfVoid.scans, listOfVoid.answer.total]).toEqual([[], total])
      expect(listOfVoid.text).toContain('processes_status')
      expect(listOfVoid.text).toContain('using vault_documents_source')
      expect(listOfVoid.answer.items.every(({ voided_at }) => voided_at !== null)).toBe(true)
      const listOfOthers = await listWithPlans({ voided: 'false', sort })
      expect([listOfOthers.scans, listOfOthers.answer.total]).toEqual([[], ROWS * 0.9 - total])
      expect(listOfOthers.answer.items.every(({ voided_at }) => voided_at === null)).toBe(true)
    }
    const statistics = await withPlans(() => getVaultStatistics(tenant.ctx))
    expect([statistics.scans, statistics.answer.voided_documents]).toEqual([[], total])
    await database`update processes set status = 'completed', voided_at = null where voided_at is not null`
  })

  it.each([
    [RARE_NAME.slice(4).toUpperCase(), 18],
    ['krakow', 18],
    ['C-123', 10],
    ['договор поставки иванов', 27],
    ['保密', 540],
    ['groß', 540],
    ['GROSS', 540],
    ['orsted', 540],
  ])('is searched through the index for %s', async (search, expected) => {
    const { answer, text, scans } = await listWithPlans({ search })
    expect(scans).toEqual([])
    expect(text).toContain('Bitmap Index Scan on vault_search')
    expect(Math.abs(answer.total - expected)).toBeLessThanOrEqual(expected * 0.2)
  })

  it('finds one or two letters at the start of a word', async () => {
    const { answer, text, scans } = await listWithPlans({ search: 'Ør' })
    expect(scans).toEqual([])
    expect(text).toContain('Bitmap Index Scan on vault_search')
    expect(answer.items.every(({ name }) => /(^| )(Ør|or)/.test(name))).toBe(true)
    for (const search of ['rs', '%', '_']) {
      const emptyList = await listWithPlans({ search })
      expect([emptyList.answer.total, emptyList.scans]).toEqual([0, []])
      expect(emptyList.text).toContain('Bitmap Index Scan on vault_search')
    }
  })

  it('finds whole tags through the index, ignoring case and accents', async () => {
    const { answer, text, scans } = await listWithPlans({ tags: 'ete,VERTRAG' })
    expect(scans).toEqual([])
    expect(text).toContain('Bitmap Index Scan on vault_search')
    expect(answer.total).toBeGreaterThan(0)
    for (const { tags } of answer.items) expect(tags).toEqual(expect.arrayContaining(['Été', 'Vertrag']))
    expect((await listWithPlans({ tags: 'vert' })).answer.total).toBe(0)
  })

  it.each([
    { search: 'C-' },
    { search: 'c', sort: 'name' },
    { search: 'an', sort: '-size' },
    { search: 'договор поставки', sort: 'signed_at' },
    { search: 'ltd', sort: 'name', page: 3 },
    { search: '&', sort: '-name' },
    { tags: 'hr', sort: 'name' },
    { search: 'C-', status: 'archived' },
    { search: 'C-1', page: 60 },
    { search: 'C-', page: 90 },
    { search: 'C-1', sort: 'name', page: 187 },
    { tags: 'HR', search: 'lease', page: 2 },
  ])('finds the same page by every strategy: %j', async ({ page = 1, ...query }) => {
    const filters = VaultFilters.parse(query)
    const vaultPage = await listVaultDocuments(tenant.ctx, { ...filters, page, per_page: 15 })
    const isWordStart = /^[a-z0-9]{1,2}$/i.test(filters.search ?? '')
    const [direction, column] = [filters.sort.startsWith('-') ? 'desc' : 'asc', filters.sort.replace('-', '')]
    const expected = await database<{ id: string }[]>`
      select id from vault_documents where tenant_id = ${tenant.tenantId}
        and (archived_at is not null) = ${filters.status === 'archived'}
        and (${!isWordStart} or searchable ~ ('(^|[^a-z0-9])' || fold(${filters.search ?? ''})))
        and position(fold(${filters.search ?? ''}) in searchable) > 0
        and (select bool_and(fold(wanted) in (select fold(tag) from unnest(tags) tag)) is not false
          from unnest(${filters.tags ?? []}::text[]) wanted)
      order by ${database(column)} ${database.unsafe(direction)}, id ${database.unsafe(direction)}`
    expect(vaultPage.items.map(({ id }) => id)).toEqual(
      expected.slice((page - 1) * 15, page * 15).map(({ id }) => Number(id)),
    )
    expect([vaultPage.total, vaultPage.exact]).toEqual([
      Math.min(expected.length, 10_000),
      expected.length <= 10_000,
    ])
  })

  it('has the last page of a search only with an exact total, and links to the end', async () => {
    // `C-` matches every name, `C-1` a part of them.
    const searches = { some: 'C-1', all: 'C-' }
    const getPage = async (search: string, page: number) => {
      const query = { ...VaultFilters.parse({ search }), page, per_page: 100 }
      const url = new URL(`http://localhost:3000/api/v1/vault/documents?search=${search}`)
      return pageBody(await listVaultDocuments(tenant.ctx, query), url)
    }
    const { meta, links } = await getPage(searches.some, 1)
    expect(meta.total).toBeGreaterThan(1000)
    expect(meta).toMatchObject({ last_page: Math.ceil(meta.total / 100) })
    expect(links.last).toContain(`page=${meta.last_page}`)
    const last = await getPage(searches.some, meta.last_page!)
    expect([last.data.length, last.links.next]).toEqual([meta.total - (meta.last_page! - 1) * 100, null])
    expect(await getPage(searches.all, 101)).toMatchObject({
      meta: { total: 10_000, total_exact: false, last_page: null, from: 10_001 },
      links: { last: null, next: expect.stringContaining('page=102') },
    })
    expect((await getPage(searches.all, 108)).links.next).toBeNull()
  })

  it('does not search another tenant', async () => {
    const ownList = await listWithPlans({ search: RARE_NAME })
    const { items } = await listVaultDocuments(otherTenant.ctx, {
      ...VaultFilters.parse({ search: RARE_NAME }),
      ...paging,
    })
    expect(items.length).toBeGreaterThan(0)
    const ids = new Set(ownList.answer.items.map(({ id }) => id))
    expect(items.filter(({ id }) => ids.has(id))).toEqual([])
  })

  it('is counted for statistics without reading the table', async () => {
    const { answer, text, scans } = await withPlans(() => getVaultStatistics(tenant.ctx))
    expect(scans).toEqual([])
    expect(text).not.toMatch(/Scan on vault_documents(?!.*\n.*Index Cond.*expires_at)/)
    const [expected] = await database`
      select count(*)::int as total, sum(size)::bigint::text as size,
        count(*) filter (where archived_at is not null)::int as archived from vault_documents where tenant_id = ${tenant.tenantId}`
    expect(answer).toMatchObject({
      total_documents: expected!.total,
      archived_documents: expected!.archived,
      total_size: Number(expected!.size),
    })
  })

  it('is counted for the account without reading growing tables', async () => {
    const { answer, text, scans } = await withPlans(() => getUsage(tenant.ctx))
    expect(scans.filter((scan) => !/ (tenants|usage|api_calls)$/.test(scan))).toEqual([])
    expect(text).not.toMatch(/Scan .*\b(documents|vault_documents|processes|users)\b/)
    const [expected] = await database`
      select (select sum(size) from vault_documents where tenant_id = ${tenant.tenantId}) +
        (select sum(size) from documents where tenant_id = ${tenant.tenantId}) as bytes`
    expect(answer).toMatchObject({
      processes: { draft: 800, completed: 7200 },
      storage_bytes: Number(expected!.bytes),
      users: 1,
    })
  })

  it('is counted for a user who sees every folder without reading documents', async () => {
    const { ctx } = await tenant.addMember('user')
    const { storage_bytes } = await getUsage(tenant.ctx)
    const { answer, text } = await withPlans(() => getUsage(ctx))
    expect(text).not.toMatch(/Scan .*\b(documents|vault_documents|processes)\b/)
    expect(answer.storage_bytes).toBe(storage_bytes)
    const { id } = await createFolder(tenant.ctx, { name: 'Hidden', access: [] })
    await database`update documents set folder_id = ${id} where tenant_id = ${tenant.tenantId}`
    const [vault] = await database`
      select sum(size) as bytes from vault_documents where tenant_id = ${tenant.tenantId}`
    expect((await getUsage(ctx)).storage_bytes).toBe(Number(vault!.bytes))
    expect((await getUsage(tenant.ctx)).storage_bytes).toBe(storage_bytes)
    await database`update documents set folder_id = null where tenant_id = ${tenant.tenantId}`
  })

  it('keeps its sums when the differences are folded', async () => {
    const before = await getVaultStatistics(tenant.ctx)
    await foldCounters()
    expect(await getVaultStatistics(tenant.ctx)).toEqual(before)
    const [{ rows, keys }] = (await database`
      select count(*)::int as rows, count(distinct (tenant_id, entity, test_mode, kind, key))::int as keys from counters`) as unknown as [
      { rows: number; keys: number },
    ]
    expect(rows).toBe(keys)
    const foldedIds = await database<{ id: string }[]>`select id from counters order by id`
    await foldCounters()
    expect(await database`select id from counters order by id`).toEqual(foldedIds)
  })
})

describe('the other lists', () => {
  it.each(['created_at', '-created_at', 'name', '-size'])(
    'documents come in the order of an index by %s',
    async (sort) => {
      const { answer, text, scans } = await withPlans(() =>
        listDocuments(tenant.ctx, { ...DocumentFilters.parse({ sort }), ...paging }),
      )
      expect(scans).toEqual([])
      expect(text).toMatch(/Index (Only )?Scan (Backward )?using documents_/)
      expect(answer.total).toBe(8000)
    },
  )

  it.each(['-created_at', 'updated_at', 'name'])(
    'processes come in the order of an index by %s',
    async (sort) => {
      const { answer, text, scans } = await withPlans(() =>
        listProcesses(tenant.ctx, { ...ProcessFilters.parse({ sort }), ...paging }),
      )
      expect(scans.filter((scan) => /processes$/.test(scan) && !/_/.test(scan))).toEqual([])
      expect(text).toMatch(/Index (Only )?Scan (Backward )?using processes_/)
      expect(answer.total).toBe(8000)
    },
  )

  it.each([{}, { status: 'completed' }])(
    'completed processes come in the order of an index: %o',
    async (query) => {
      const { answer, text, scans } = await withPlans(() =>
        listProcesses(tenant.ctx, {
          ...ProcessFilters.parse({ ...query, sort: '-completed_at' }),
          ...paging,
        }),
      )
      expect(scans.filter((scan) => /processes$/.test(scan) && !/_/.test(scan))).toEqual([])
      expect(text).toMatch(/Index (Only )?Scan Backward using processes_completed/)
      const times = answer.items.map(({ completed_at }) => completed_at!)
      expect(times).toEqual(times.toSorted().reverse())
      expect([times.length, answer.total]).toEqual([15, 7200])
    },
  )

  it('processes are counted for statistics without reading them', async () => {
    const { answer, text, scans } = await withPlans(() => getProcessStatistics(tenant.ctx))
    expect(scans).toEqual([])
    expect(text).not.toMatch(/Scan .*\bprocesses\b/)
    expect(answer.by_status).toMatchObject({ draft: 800, completed: 7200 })
    expect(answer.by_month.reduce((total, month) => total + month.completed, 0)).toBe(7200)
  })

  it('archives come in the order of an index', async () => {
    const { answer, text } = await withPlans(() =>
      listArchives(tenant.ctx, { ...ArchiveFilters.parse({}), ...paging }),
    )
    expect(text).toContain('using processes_completed')
    expect(answer.total).toBe(7200)
  })

  it('are searched through the index', async () => {
    const query = { search: 'ørsted' }
    const documents = await withPlans(() =>
      listDocuments(tenant.ctx, { ...DocumentFilters.parse(query), ...paging }),
    )
    expect(documents.text).toContain('Bitmap Index Scan on documents_search')
    const processes = await withPlans(() =>
      listProcesses(tenant.ctx, { ...ProcessFilters.parse({ search: 'signer77@' }), ...paging }),
    )
    expect(processes.text).toContain('Bitmap Index Scan on processes_search')
    expect(processes.text).toContain('Bitmap Index Scan on signers_search')
    const listBySigner = await withPlans(() =>
      listProcesses(tenant.ctx, { ...ProcessFilters.parse({ signer: 'signer77@' }), ...paging }),
    )
    expect(listBySigner.text).toContain('Bitmap Index Scan on signers_search')
    expect(listBySigner.answer.total).toBe(processes.answer.total)
    expect([documents.scans, processes.scans, listBySigner.scans]).toEqual([[], [], []])
    expect(documents.answer.items.every(({ name }) => name.includes('Ørsted'))).toBe(true)
    expect(processes.answer.total).toBeGreaterThan(0)
  })
})
