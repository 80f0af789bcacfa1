import { and, asc, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { parseEnd } from '#lib/core/clock'
import { type Ctx, getFolderUser } from '#lib/core/ctx'
import { folders } from '../schema/folders.ts'
import type { Reader } from '../tenancy/tenant.ts'
import { type ConditionBy, hasMember, type MemberFilter } from './members.ts'
import { selectRows } from './rows.ts'
import {
  countHits,
  isHit,
  type Members,
  type SearchableTable,
  type SearchCondition,
  selectHits,
} from './search-hits.ts'
import { fold, whereContains } from './text.ts'

/** Up to this offset rows are read directly; beyond it the ids are selected first. */
const NEAR_OFFSET = 100
/** Beyond this offset a page is read from the nearer end. */
const FAR_OFFSET = 1000
/** With more results, a page is searched among this many first rows of the order. */
const RECENT_ROWS = 20_000

/** The query of a list. */
interface SearchQuery {
  /** Conditions on columns of the order's index; for a search, on those of the table's view in `search`. */
  filters: SQL | undefined
  /** Text in the searchable columns, ignoring accents and case; see `contains`. */
  text?: string
  /** Complete tags; all must match. */
  tags?: string[]
  members?: Members
  /** Only rows with a member whose searchable columns contain the text; see `contains`. */
  withMember?: MemberFilter | undefined
  /** No counter has the total of these filters: it is counted up to the limit, like the results of a search. */
  uncounted?: boolean
  /** A JSON expression that is selected with each row of the page. */
  parts?: SQL
  /** Whether statements are planned with their parameters, as by `readList`. */
  filtered?: boolean
  /** The query's `sort`, such as `-name`. */
  sort: string
  columns: Record<string, PgColumn>
  page: number
  per_page: number
  /** The total without a search, from maintained counters where available. */
  count: () => Promise<number>
}

type ListTable = PgTable & { id: PgColumn; tenantId: PgColumn; folderId?: PgColumn }

interface Rows<T extends ListTable> {
  rows: T['$inferSelect'][]
  /** One per row, if the query has `parts`. */
  parts: unknown[]
}

interface SearchPage<T extends ListTable> extends Rows<T> {
  total: number
  /** False when there may be more results than `total`. */
  exact: boolean
}

/** Parameters of a list that are no filters. */
const pagingParameters = ['page', 'per_page', 'sort']

/** Whether the query of a list contains a filter or a search. */
export function hasFilter(query: object): boolean {
  return Object.entries(query).some(
    ([name, value]) => value !== undefined && !pagingParameters.includes(name),
  )
}

/** A page of a list that is to be read. */
interface List<T extends ListTable> {
  reader: Reader
  table: T
  tenantId: number
  /** The tenant's rows that pass the filters. */
  tenantFilter: SQL
  parts: SQL | undefined
  /** The statement with `parts` would be planned each time, which takes longer than executing it. */
  plansParts: boolean
  /** The condition of `withMember`. */
  memberCondition: ConditionBy | undefined
  column: PgColumn
  ascending: boolean
  offset: number
  size: number
}

/**
 * Reads a page of a table in the order of one of its indexes, and the total. A searched table has a `searchable` column
 * and a view in the schema `search`.
 */
export async function findPage<T extends ListTable>(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId' | 'actor'>,
  table: T,
  query: SearchQuery,
): Promise<SearchPage<T> & { page: number; perPage: number }> {
  const { tenantId } = ctx
  const { page, per_page: size, sort } = query
  const list: List<T> = {
    ...{ reader, table, tenantId, size },
    parts: query.parts,
    plansParts: query.parts !== undefined && query.filtered === true,
    tenantFilter: and(
      eq(table.tenantId, tenantId),
      query.filters,
      await inVisibleFolder(reader, ctx, table),
    )!,
    column: query.columns[sort.replace('-', '')]!,
    ascending: !sort.startsWith('-'),
    offset: (page - 1) * size,
    memberCondition: query.withMember && (await hasMember(reader, tenantId, query.withMember)),
  }
  const isSearch = query.text || query.tags?.length
  const resultPage =
    isSearch || query.withMember || query.uncounted
      ? await search(list as List<T & SearchableTable>, query)
      : await listPage(list, query.count)
  return { ...resultPage, page, perPage: size }
}

/**
 * The folders of a user who does not see all: the policy of the table hides the others, but only a list of ids tells
 * PostgreSQL how few of the rows may be left, and lets it use the index by folder.
 */
async function inVisibleFolder(
  reader: Reader,
  ctx: Pick<Ctx, 'actor'>,
  { folderId }: ListTable,
): Promise<SQL | undefined> {
  if (!folderId || getFolderUser(ctx) === null) return undefined
  const rows = await reader.select({ id: folders.id }).from(folders)
  const ids = rows.map(({ id }) => id)
  // One parameter, however many folders there are.
  return ids.length === 0
    ? isNull(folderId)
    : or(isNull(folderId), sql`${folderId} = any(${sql.param(ids)}::bigint[])`)
}

async function listPage<T extends ListTable>(
  list: List<T>,
  count: SearchQuery['count'],
): Promise<SearchPage<T>> {
  const { offset, size } = list
  if (offset < NEAR_OFFSET && !list.plansParts) {
    const [total, resultPage] = await Promise.all([count(), rowsWhere(list, list.tenantFilter, offset)])
    return { ...resultPage, total, exact: true }
  }
  const [total, nearIds] = await Promise.all([
    count(),
    offset < FAR_OFFSET ? idsAt(list, offset, size) : null,
  ])
  const ids = nearIds ?? (await idsFromNearerEnd(list, total))
  return { ...(await loadRows(list, ids)), total, exact: true }
}

/** Reads from the nearer end, so that at most half of the rows are skipped. */
async function idsFromNearerEnd<T extends ListTable>(list: List<T>, total: number): Promise<number[]> {
  const { offset, ascending } = list
  const size = Math.min(list.size, total - offset)
  if (size <= 0) return []
  const fromEnd = total - offset - size
  if (fromEnd >= offset) return idsAt(list, offset, size)
  return (await idsAt({ ...list, ascending: !ascending }, fromEnd, size)).reverse()
}

async function search<T extends SearchableTable>(list: List<T>, query: SearchQuery): Promise<SearchPage<T>> {
  const [text, ...tags] = await fold(list.reader, [query.text ?? '', ...(query.tags ?? [])])
  const parts = [text!, ...tags.map((tag) => `\n${tag}\n`)].filter((part) => part !== '')
  const condition: SearchCondition = (table, scan) =>
    and(...parts.map((part) => whereContains(table, part, scan))) ?? sql`true`
  const members = parts.length > 0 ? query.members : undefined
  const { total, exact, ids } = await countHits(list, condition, members)
  const resultPage = ids
    ? await loadRows(list, ids, list.offset)
    : total > 0
      ? await loadRows(list, await readIdsOfManyHits(list, condition, members))
      : { rows: [], parts: [] }
  return { ...resultPage, total, exact }
}

/**
 * Many results fill a page quickly if they are spread over the order. If not (names that begin with the text, sorted by
 * name), the scan might read the whole table first: then all results are sorted instead.
 */
async function readIdsOfManyHits<T extends SearchableTable>(
  list: List<T>,
  condition: SearchCondition,
  members: Members | undefined,
): Promise<number[]> {
  const { table, tenantFilter: isOfTenant, size, offset } = list
  const orderAndLimit = sql`order by ${order(list)} limit ${size} offset ${offset}`
  const fromRecentRows = await readIds(
    list,
    sql`select ${table.id} from (
      select * from ${table} where ${isOfTenant} order by ${order(list)} limit ${RECENT_ROWS}) as ${table}
    where ${isHit(list, condition, members)} ${orderAndLimit}`,
  )
  if (fromRecentRows.length === size) return fromRecentRows
  return readIds(
    list,
    sql`select ${table.id} from ${table} where ${isOfTenant} and ${table.id} in (${selectHits(list, condition, members)}) ${orderAndLimit}`,
  )
}

function idsAt(list: List<ListTable>, offset: number, size: number): Promise<number[]> {
  const { table, tenantFilter: isOfTenant } = list
  return readIds(
    list,
    sql`
    select ${table.id} from ${table} where ${isOfTenant} order by ${order(list)} limit ${size} offset ${offset}`,
  )
}

async function readIds({ reader }: Pick<List<ListTable>, 'reader'>, statement: SQL): Promise<number[]> {
  const rows = await reader.execute<{ id: string }>(statement)
  return rows.map(({ id }) => Number(id))
}

/** Reads the rows with these ids from `offset` on; one plan serves for any ids. It is the last statement. */
async function loadRows<T extends ListTable>(
  list: List<T>,
  ids: (number | string)[],
  offset = 0,
): Promise<Rows<T>> {
  if (ids.length === 0) return { rows: [], parts: [] }
  const isAmong = sql`${eq(list.table.tenantId, list.tenantId)} and ${list.table.id} = any(${sql.param(ids)}::bigint[])`
  if (list.plansParts) await list.reader.execute(sql.raw('set local plan_cache_mode to force_generic_plan'))
  return rowsWhere(list, isAmong, offset)
}

async function rowsWhere<T extends ListTable>(
  list: List<T>,
  condition: SQL,
  offset: number,
): Promise<Rows<T>> {
  const { reader, table, size, parts } = list
  const orderBy = sql`order by ${order(list)}`
  const page = sql`where ${condition} ${orderBy} limit ${size} offset ${offset}`
  const found = await selectRows(reader, table, page, { parts, order: orderBy })
  return { rows: found.map(({ row }) => row), parts: found.map(({ parts }) => parts) }
}

/** The order of the indexes, read forwards or backwards: nulls come last or first. */
function order({ table, column, ascending }: List<ListTable>): SQL {
  const order = ascending ? asc : desc
  return sql`${order(column)}, ${order(table.id)}`
}

/**
 * The condition that a column's time is between `from` and `to`: days (UTC), of which the last is included, or instants,
 * of which the last is not.
 */
export function whereBetween(column: PgColumn, from?: string, to?: string): SQL | undefined {
  return and(from ? gte(column, new Date(from)) : undefined, to ? lt(column, parseEnd(to)) : undefined)
}
