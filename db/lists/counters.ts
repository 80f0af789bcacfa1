import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, getFolderUser } from '#lib/core/ctx'
import { database } from '../connection/client.ts'
import { counters } from '../schema/counters.ts'
import { folders } from '../schema/folders.ts'
import { type FolderFilter, whereInFolder } from '../tenancy/folders.ts'
import { inScope, type Reader } from '../tenancy/tenant.ts'

type Entity = 'vault' | 'documents' | 'processes' | 'templates' | 'users'
type Kind = 'status' | 'active' | 'archived' | 'tag' | 'role' | 'all' | 'sent' | 'completed'

/** The counters of an entity and kind, by key. */
export async function readCounters(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId' | 'testMode'>,
  entity: Entity,
  kind: Kind,
  keys: { among?: string[]; from?: string; before?: string; folder?: FolderFilter } = {},
): Promise<{ key: string; count: number; bytes: number }[]> {
  const { among, from, before, folder } = keys
  const filter = and(
    among && inArray(counters.key, among),
    from ? gte(counters.key, from) : undefined,
    before ? lt(counters.key, before) : undefined,
    whereInFolder(counters.folderId, folder),
  )
  const rows = await reader.execute<{ key: string; count: string; bytes: string }>(sql`
    select key, sum(count) as count, sum(bytes) as bytes from counters
    where tenant_id = ${ctx.tenantId} and entity = ${entity} and test_mode = ${ctx.testMode} and kind = ${kind}
      ${filter && sql`and ${filter}`}
    group by key`)
  return rows.map(({ key, count, bytes }) => ({ key, count: Number(count), bytes: Number(bytes) }))
}

/** Their sum over all keys. */
export async function countTotal(...args: Parameters<typeof readCounters>): Promise<number> {
  return (await readCounters(...args)).reduce((total, { count }) => total + count, 0)
}

/** The documents of the vault, archived ones too, signed in each month from `first` (`YYYY-MM`) on, and their bytes. */
export function countByMonth(reader: Reader, ctx: Pick<Ctx, 'tenantId' | 'testMode'>, first: string) {
  const month = sql<string>`left(${counters.key}, 7)`
  return reader
    .select({ month, count: sumColumn(sql`${counters.count}`), bytes: sumColumn(sql`${counters.bytes}`) })
    .from(counters)
    .where(
      and(
        eq(counters.tenantId, ctx.tenantId),
        eq(counters.entity, 'vault'),
        eq(counters.testMode, ctx.testMode),
        inArray(counters.kind, ['active', 'archived']),
        gte(counters.key, first),
      ),
    )
    .groupBy(month)
}

/** How many documents' retention ended before `day` (`YYYY-MM-DD`), counted by whole months and then by days. */
export async function countRetentionEnds(
  reader: Reader,
  { tenantId, testMode }: Pick<Ctx, 'tenantId' | 'testMode'>,
  day: string,
  folder?: FolderFilter,
): Promise<number> {
  const month = day.slice(0, 7)
  const isInFolder = whereInFolder(counters.folderId, folder) ?? sql`true`
  const getCount = (kind: string) =>
    sql`select count from counters where tenant_id = ${tenantId} and entity = 'vault' and test_mode = ${testMode}
      and kind = ${kind} and ${isInFolder}`
  const [row] = await reader.execute<{ count: string }>(sql`
    select coalesce(sum(count), 0) as count from (
      ${getCount('ends')} and key < ${month} union all ${getCount('ends_on')} and key >= ${month} and key < ${day}) ended`)
  return Number(row!.count)
}

/** How many documents, processes and templates are in each of these folders. */
export async function countByFolder(
  reader: Reader,
  { tenantId, testMode }: Pick<Ctx, 'tenantId' | 'testMode'>,
  folderIds: number[],
): Promise<(folderId: number, entity: 'documents' | 'processes' | 'templates') => number> {
  const { folderId, entity, kind, count } = counters
  const rows = await reader
    .select({ folderId, entity, count: sumColumn(sql`${count}`) })
    .from(counters)
    .where(
      and(
        eq(counters.tenantId, tenantId),
        inArray(entity, ['documents', 'processes', 'templates']),
        eq(counters.testMode, testMode),
        inArray(kind, ['status', 'all']),
        inArray(folderId, folderIds),
      ),
    )
    .groupBy(folderId, entity)
  return (id, name) => rows.find((row) => row.folderId === id && row.entity === name)?.count ?? 0
}

/**
 * Bytes that the tenant has stored in folders that the actor sees, without an actor in all, in both modes: those of equal
 * uploads once, and the vault's. The counter of uploads has no folders, as equal files may be in several.
 */
export async function countBytes(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId'> & Partial<Pick<Ctx, 'actor'>>,
): Promise<number> {
  const { entity, kind } = counters
  const { actor } = ctx
  const isRestricted =
    actor !== undefined && getFolderUser({ actor }) !== null && (await hasHiddenFolder(reader, ctx))
  const ofVault = and(eq(entity, 'vault'), eq(kind, 'status'))
  const ofUploads = and(eq(entity, 'documents'), eq(kind, 'file'))
  const [row] = await reader
    .select({ bytes: sumColumn(sql`${counters.bytes}`) })
    .from(counters)
    .where(
      and(
        eq(counters.tenantId, ctx.tenantId),
        isRestricted ? ofVault : or(ofUploads, ofVault),
        inArray(counters.testMode, [false, true]),
      ),
    )
  return row!.bytes + (isRestricted ? await countVisibleUploads(reader, ctx) : 0)
}

/** Whether the tenant has a folder that the actor does not see. */
async function hasHiddenFolder(reader: Reader, ctx: Parameters<typeof countBytes>[1]): Promise<boolean> {
  const countFolders = () => reader.$count(folders, eq(folders.tenantId, ctx.tenantId))
  const visible = await countFolders()
  const whole = { tenantId: ctx.tenantId }
  return visible < (await inScope(reader, { own: ctx, other: whole }, countFolders))
}

async function countVisibleUploads(reader: Reader, { tenantId }: Pick<Ctx, 'tenantId'>): Promise<number> {
  const [row] = await reader.execute<{ bytes: string }>(sql`
    select coalesce(sum(size), 0) as bytes from (
      select max(file.size) as size
      from documents, lateral (values (sha256, size), (source_sha256, source_size)) file (sha256, size)
      where tenant_id = ${tenantId} and deleted_at is null and file.size is not null group by file.sha256) files`)
  return Number(row!.bytes)
}

/**
 * The most frequent tags; spellings that a list filtered by one of them finds alike, in whatever case and accents, are one
 * tag, in its most frequent spelling.
 */
export async function countTags(
  reader: Reader,
  { tenantId, testMode }: Pick<Ctx, 'tenantId' | 'testMode'>,
  most: number,
): Promise<{ tag: string; count: number }[]> {
  const rows = await reader.execute<{ tag: string; count: string }>(sql`
    select (array_agg(key order by count desc, key))[1] as tag, sum(count) as count
    from (
      select key, sum(count) as count from counters
      where tenant_id = ${tenantId} and entity = 'vault' and test_mode = ${testMode} and kind = 'tag'
      group by key having sum(count) > 0) spelled
    group by fold(key) order by sum(count) desc, fold(key) limit ${most}`)
  return rows.map(({ tag, count }) => ({ tag, count: Number(count) }))
}

/** Folds the counter differences of all tenants into sums. */
export async function foldCounters(): Promise<void> {
  await database().execute(sql`select cross_tenant_fold_counters()`)
}

function sumColumn(column: SQL) {
  return sql<number>`sum(${column})`.mapWith(Number)
}
