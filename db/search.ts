import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/core/ctx'
import { columnName, columnsOf, rowFrom } from './rows.ts'
import type { Reader } from './tenant.ts'

/** A search that finds more says this many: to count them all would take the longer the more there are. */
export const MOST_COUNTED = 10_000
const MANY_TTL_MS = 60_000
const MOST_REMEMBERED = 1000
/** Searches that found more than `MOST_COUNTED`, and until when that is taken for granted: to count costs several pages. */
const many = new Map<string, number>()
/** Fewer rows than these are passed over whole: that costs less than to ask again for what is on the page. */
const NEAR = 100
/** Behind so many rows, a page is looked for from the end that is nearer. */
const FAR = 1000

type Value = string | number | boolean | Date

/** A condition that the database knows by an index, and `door_find` by its words. */
export type Filter =
  | readonly [PgColumn, '=' | '<' | '<=' | '>' | '>=', Value]
  | readonly [PgColumn, 'in', readonly string[]]
  | readonly [PgColumn, 'is null' | 'is not null']

/** What a list is asked for. */
interface Asked {
  filters: Filter[]
  /** Text anywhere in what the room searches, blind to accents and case; one or two letters or digits must begin a word. */
  text?: string
  /** Whole tags, all of them. */
  tags?: string[]
  /** Processes: the text may be in what their signers search, too. */
  people?: boolean
  /** The query's `sort`, such as `-name`. */
  sort: string
  columns: Record<string, PgColumn>
  page: number
  per_page: number
  /** How many there are when nothing is searched: from sums where there are any. */
  count: () => Promise<number>
}

type Listed = PgTable & { id: PgColumn; tenantId: PgColumn }

/**
 * A page of a table's rows in an order that one of its indexes has, and how many there are. Of a late page the ids come
 * first: what lies before it is passed over in the index alone. A table that is searched has a `searchable` column and a
 * place in `door_find` (db/walls), which answers from its index.
 */
export async function findPage<T extends Listed>(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId'>,
  table: T,
  asked: Asked,
): Promise<{ rows: T['$inferSelect'][]; total: number; exact: boolean; page: number; perPage: number }> {
  const column = asked.columns[asked.sort.replace('-', '')]!
  const searches = asked.text || asked.tags?.length
  const { page, per_page: perPage } = asked
  const find = searches ? searched : (page - 1) * perPage < NEAR ? near : listed
  const { total, exact, ...found } = await find(reader, ctx, table, column, asked)
  const rows = 'rows' in found ? found.rows : await rowsOf(reader, ctx, table, found.ids)
  return { rows: rows as T['$inferSelect'][], total, exact, page, perPage }
}

/** In the order of their ids. */
async function rowsOf<T extends Listed>(
  reader: Reader,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  table: T,
  ids: number[],
): Promise<T['$inferSelect'][]> {
  if (ids.length === 0) return []
  const rows = (await reader
    .select()
    .from(table as PgTable)
    .where(and(eq(table.tenantId, tenantId), inArray(table.id, ids)))) as (T['$inferSelect'] & {
    id: number
  })[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

/** One of the first pages, as nearly all are. */
async function near(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId'>,
  table: Listed,
  column: PgColumn,
  asked: Asked,
) {
  const upwards = !asked.sort.startsWith('-')
  const [total, rows] = await Promise.all([
    asked.count(),
    reader.execute(sql`
      select ${columnsOf(table)} from ${table}
      where ${and(eq(table.tenantId, ctx.tenantId), matching(asked.filters))}
      order by ${ordered(column, upwards)}, ${ordered(table.id, upwards)}
      limit ${asked.per_page} offset ${(asked.page - 1) * asked.per_page}`),
  ])
  return { total, exact: true, rows: rows.map((row) => rowFrom(table, row)) }
}

async function listed(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId'>,
  table: Listed,
  column: PgColumn,
  asked: Asked,
) {
  const from = (asked.page - 1) * asked.per_page
  const page = (upwards: boolean, offset: number, limit: number) =>
    reader
      .select({ id: table.id })
      .from(table as PgTable)
      .where(and(eq(table.tenantId, ctx.tenantId), matching(asked.filters)))
      .orderBy(ordered(column, upwards), ordered(table.id, upwards))
      .limit(limit)
      .offset(offset)
      .then((rows) => rows.map((row) => row.id as number))
  const upwards = !asked.sort.startsWith('-')
  const near = from < FAR ? page(upwards, from, asked.per_page) : null
  const [total, ids] = await Promise.all([asked.count(), near])
  if (ids) return { total, exact: true, ids }
  // From the nearer end, so that never more than half is passed over.
  const size = Math.min(asked.per_page, total - from)
  if (size <= 0) return { total, exact: true, ids: [] }
  const behind = total - from - size
  const turned =
    behind < from ? (await page(!upwards, behind, size)).reverse() : await page(upwards, from, size)
  return { total, exact: true, ids: turned }
}

async function searched(
  reader: Reader,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  table: Listed,
  column: PgColumn,
  asked: Asked,
) {
  const { text = null, tags = [], page, per_page: size } = asked
  const list = sql`array(select jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb))`
  const filters = JSON.stringify(asked.filters.map(([of, ...rest]) => [columnName(of), ...rest]))
  const search = [tenantId, getTableConfig(table).name, asked.people, text, tags, filters].join('\0')
  const counted = (many.get(search) ?? 0) > Date.now() ? 0 : MOST_COUNTED
  const [row] = await reader.execute<{ ids: string[]; total: string | null }>(sql`
    select ids, total from door_find(${getTableConfig(table).name}, ${asked.people ?? false}, ${text}, ${list},
      ${filters}::jsonb, ${columnName(column)}, ${asked.sort.startsWith('-')}, ${counted}::integer, ${size}::integer,
      ${(page - 1) * size}::bigint)`)
  const total = Number(row!.total ?? Number.POSITIVE_INFINITY)
  const exact = total <= MOST_COUNTED
  if (!exact && counted > 0) remember(search)
  return { total: Math.min(total, MOST_COUNTED), exact, ids: row!.ids.map(Number) }
}

function remember(search: string): void {
  if (many.size >= MOST_REMEMBERED) many.clear()
  many.set(search, Date.now() + MANY_TTL_MS)
}

/** The same conditions for a query of one's own. */
export function matching(filters: Filter[]): SQL | undefined {
  const compare = { '=': eq, '<': lt, '<=': lte, '>': gt, '>=': gte }
  return and(
    ...filters.map((filter) => {
      const [column, by] = filter
      if (by === 'is null') return isNull(column)
      if (by === 'is not null') return isNotNull(column)
      return by === 'in' ? inArray(column, [...filter[2]]) : compare[by](column, filter[2])
    }),
  )
}

/** `order by` as the indexes are laid: each is read forwards or backwards, so nulls come last or first. */
function ordered(column: PgColumn, upwards: boolean): SQL {
  return upwards ? sql`${column} asc` : sql`${column} desc`
}

/** The filters of a list by days: those of the column on `from` (UTC) or later, on `to` or earlier. */
export function between(column: PgColumn, from?: string, to?: string): Filter[] {
  return [
    ...(from ? [[column, '>=', dayStart(from)] as const] : []),
    ...(to ? [[column, '<', dayAfter(to)] as const] : []),
  ]
}

/** The first instant of a UTC day written `YYYY-MM-DD`. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** The first instant after it. */
export function dayAfter(day: string): Date {
  return new Date(dayStart(day).getTime() + 86_400_000)
}
