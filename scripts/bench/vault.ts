import type postgres from 'postgres'
import { write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { RARE_NAME } from '#lib/testing/database/seed'
import { announceEnds } from '#lib/vault/announce-ends'
import { getVaultDocument } from '#lib/vault/get'
import { listVaultDocuments } from '#lib/vault/list'
import { VaultFilters } from '#lib/vault/schema'
import { getVaultStatistics } from '#lib/vault/statistics'
import { storeInVault } from '#lib/vault/store'

type Print = (what: string, ...figures: string[]) => void

const RUNS = 15
const queries = {
  'newest first': '',
  'page 500': 'page=500',
  'by name': 'sort=name',
  'one month': 'date_from=2024-01-01&date_to=2024-01-31',
  'retention ends soon': 'status=expiring',
  'with a tag': 'tags=urgent',
  'search, 20 results of all tenants': `search=${encodeURIComponent(RARE_NAME)}`,
  'search, a twentieth of the tenant': 'search=acme',
  'search, no result': 'search=xylophone',
  'search, two letters': 'search=lo',
}

/** Prints the sizes of the vault, and what its operations take in a large, a middling and a small tenant. */
export async function measure(owner: postgres.Sql, print: Print): Promise<void> {
  await printSizes(owner, print)
  const tenants = await owner<{ id: string; count: string }[]>`
    select tenant_id as id, count(*) from vault_documents group by 1 order by 2 desc`
  const chosen = [0, Math.floor(tenants.length / 20), tenants.length - 1].map((index) => tenants[index]!)
  print('documents of the tenant', ...chosen.map(({ count }) => Number(count).toLocaleString('en')))
  const contexts = chosen.map(({ id }) => makeSystemCtx(Number(id), 'scale', new Date()))
  const row = async (what: string, run: (ctx: Ctx, index: number) => Promise<unknown>) => {
    const figures: string[] = []
    for (const ctx of contexts) figures.push(await time((index) => run(ctx, index)))
    print(what, ...figures)
  }
  for (const [what, query] of Object.entries(queries)) {
    const parameters = Object.fromEntries(new URLSearchParams(query))
    const parsed = { ...VaultFilters.parse(parameters), page: Number(parameters.page ?? 1), per_page: 15 }
    await row(what, (ctx) => listVaultDocuments(ctx, parsed))
  }
  await row('statistics', (ctx) => getVaultStatistics(ctx))
  const ids = new Map<number, number[]>()
  for (const { tenantId } of contexts) {
    const rows = await owner<{ id: string }[]>`
      select id from vault_documents where tenant_id = ${tenantId} order by process_id limit ${RUNS + 1}`
    ids.set(
      tenantId,
      rows.map(({ id }) => Number(id)),
    )
  }
  await row('one document', (ctx, index) => getVaultDocument(ctx, ids.get(ctx.tenantId)![index]!))
  await row('a sealed document enters', (ctx, index) => store(ctx, index))
  await owner`update tenants set end_notice_days = 30 where id = any(${chosen.map(({ id }) => Number(id))})`
  print('announcing the ends of retention, 3 tenants', await once(() => announceEnds(new Date())))
  print('folding the counters', await once(() => owner`select cross_tenant_fold_counters()`))
  print('vacuum of the vault', await once(() => owner`vacuum (analyze) vault_documents`))
}

let lastId = 2_000_000_000

async function store(ctx: Ctx, index: number): Promise<void> {
  const id = ++lastId
  const sha256 = sha256Hex(String(id + index))
  await write(ctx, (tx) =>
    storeInVault(tx, ctx, {
      process: { id, folderId: null, testMode: false },
      document: { id, name: `Lease Globex C-${id}`, sha256, size: 200_000, pageCount: 3 },
      ...{ certificateSha256: sha256, trailSha256: sha256 },
      signers: [{ name: 'Ada Lovelace', email: 'ada@example.com', signed_at: null }],
      seal: { level: 'B-B', issuer: 'Seed', serial: '00', timestamped_at: null },
      renewAt: addDays(ctx.now, 900),
    }),
  )
}

async function printSizes(owner: postgres.Sql, print: Print): Promise<void> {
  const sizes = await owner<{ name: string; size: string; rows: string }[]>`
    select relname as name, pg_size_pretty(pg_relation_size(oid)) as size, reltuples::bigint as rows from pg_class
    where oid in ('vault_documents'::regclass, 'counters'::regclass) or oid in (
      select indexrelid from pg_index where indrelid in ('vault_documents'::regclass, 'counters'::regclass))
    order by relkind desc, pg_relation_size(oid) desc`
  for (const { name, size, rows } of sizes) print(name, Number(rows).toLocaleString('en'), size)
}

/** The median of several runs, after one that is not counted. */
async function time(run: (index: number) => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let index = 0; index <= RUNS; index++) {
    const startedAt = performance.now()
    await run(index)
    if (index > 0) times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  return `${times[Math.floor(RUNS / 2)]!.toFixed(1)} ms`
}

async function once(run: () => PromiseLike<unknown>): Promise<string> {
  const startedAt = performance.now()
  await run()
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}
