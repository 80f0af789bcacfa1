import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/core/ctx'
import { database } from './client.ts'
import { tallies } from './schema/tallies.ts'
import type { Reader } from './tenant.ts'

type Room = 'vault' | 'documents' | 'processes' | 'templates' | 'users'
type Kind = 'status' | 'kept' | 'archived' | 'tag' | 'role' | 'all'

/** Sums of what a room holds of one kind, by key. */
export async function tallied(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId' | 'testMode'>,
  room: Room,
  kind: Kind,
  keys: { among?: string[]; from?: string; before?: string } = {},
): Promise<{ key: string; count: number; bytes: number }[]> {
  const { among, from, before } = keys
  const some = and(
    among && inArray(tallies.key, among),
    from ? gte(tallies.key, from) : undefined,
    before ? lt(tallies.key, before) : undefined,
  )
  const rows = await reader.execute<{ key: string; count: string; bytes: string }>(sql`
    select key, sum(count) as count, sum(bytes) as bytes from tallies
    where tenant_id = ${ctx.tenantId} and room = ${room} and test_mode = ${ctx.testMode} and kind = ${kind}
      ${some && sql`and ${some}`}
    group by key`)
  return rows.map(({ key, count, bytes }) => ({ key, count: Number(count), bytes: Number(bytes) }))
}

/** How many rows that is, whatever the key. */
export async function talliedTotal(...asked: Parameters<typeof tallied>): Promise<number> {
  return (await tallied(...asked)).reduce((total, { count }) => total + count, 0)
}

/** How many documents of the vault, archived ones too, were signed in each month from `first` (`YYYY-MM`) on. */
export function talliedMonths(reader: Reader, ctx: Pick<Ctx, 'tenantId' | 'testMode'>, first: string) {
  const month = sql<string>`left(${tallies.key}, 7)`
  return reader
    .select({ month, count: summed(sql`${tallies.count}`) })
    .from(tallies)
    .where(
      and(
        eq(tallies.tenantId, ctx.tenantId),
        eq(tallies.room, 'vault'),
        eq(tallies.testMode, ctx.testMode),
        inArray(tallies.kind, ['kept', 'archived']),
        gte(tallies.key, first),
      ),
    )
    .groupBy(month)
}

/** How many kept documents' retention ended before `day` (`YYYY-MM-DD`): whole months, and the days of its own. */
export async function talliedEnds(
  reader: Reader,
  { tenantId, testMode }: Pick<Ctx, 'tenantId' | 'testMode'>,
  day: string,
): Promise<number> {
  const month = day.slice(0, 7)
  const of = (kind: string) =>
    sql`select count from tallies
      where tenant_id = ${tenantId} and room = 'vault' and test_mode = ${testMode} and kind = ${kind}`
  const [row] = await reader.execute<{ count: string }>(sql`
    select coalesce(sum(count), 0) as count from (
      ${of('ends')} and key < ${month} union all ${of('ends_on')} and key >= ${month} and key < ${day}) ended`)
  return Number(row!.count)
}

/** Bytes that a tenant has stored, in both modes: those of its uploads once each, and the vault's. */
export async function talliedBytes(reader: Reader, tenantId: number): Promise<number> {
  const { room, kind } = tallies
  const [row] = await reader
    .select({ bytes: sql<number>`coalesce(sum(${tallies.bytes}), 0)`.mapWith(Number) })
    .from(tallies)
    .where(
      and(
        eq(tallies.tenantId, tenantId),
        or(and(eq(room, 'documents'), eq(kind, 'file')), and(eq(room, 'vault'), eq(kind, 'status'))),
        inArray(tallies.testMode, [false, true]),
      ),
    )
  return row!.bytes
}

/** The tags that most kept documents have; spellings that differ in case are one tag, in its most frequent spelling. */
export async function talliedTags(
  reader: Reader,
  { tenantId, testMode }: Pick<Ctx, 'tenantId' | 'testMode'>,
  most: number,
): Promise<{ tag: string; count: number }[]> {
  const rows = await reader.execute<{ tag: string; count: string }>(sql`
    select (array_agg(key order by count desc, key))[1] as tag, sum(count) as count
    from (
      select key, sum(count) as count from tallies
      where tenant_id = ${tenantId} and room = 'vault' and test_mode = ${testMode} and kind = 'tag'
      group by key having sum(count) > 0) spelled
    group by lower(key) order by sum(count) desc, lower(key) limit ${most}`)
  return rows.map(({ tag, count }) => ({ tag, count: Number(count) }))
}

/** Adds up the differences that the changes of all tenants have left. */
export async function addUpTallies(): Promise<void> {
  await database().execute(sql`select door_add_up_tallies()`)
}

function summed(column: SQL) {
  return sql<number>`sum(${column})`.mapWith(Number)
}
