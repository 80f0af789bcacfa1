import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/core/ctx'
import { database } from './client.ts'
import { tallies } from './schema/tallies.ts'
import type { Reader } from './tenant.ts'

type Room = 'vault' | 'documents' | 'processes' | 'templates' | 'users'
type Kind = 'status' | 'kept' | 'archived' | 'ends' | 'tag' | 'role' | 'all'

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

/** The tags that most kept documents have; spellings that differ in case or accents are one tag. */
export function talliedTags(reader: Reader, ctx: Pick<Ctx, 'tenantId' | 'testMode'>, most: number) {
  const documents = summed(sql`${tallies.count}`)
  return reader
    .select({ tag: sql<string>`min(${tallies.key})`, count: documents })
    .from(tallies)
    .where(
      and(
        eq(tallies.tenantId, ctx.tenantId),
        eq(tallies.room, 'vault'),
        eq(tallies.testMode, ctx.testMode),
        eq(tallies.kind, 'tag'),
      ),
    )
    .groupBy(sql`fold(${tallies.key})`)
    .having(sql`sum(${tallies.count}) > 0`)
    .orderBy(sql`sum(${tallies.count}) desc`, sql`fold(${tallies.key})`)
    .limit(most)
}

/** Adds up the differences that the changes of all tenants have left. */
export async function addUpTallies(): Promise<void> {
  await database().execute(sql`select door_add_up_tallies()`)
}

function summed(column: SQL) {
  return sql<number>`sum(${column})`.mapWith(Number)
}
