import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from '../tenancy/tenant.ts'
import { type ConditionBy, getSearchView } from './members.ts'

/** The limit of counted results: counting all would take longer the more there are. */
export const MAX_COUNTED = 10_000
/** Up to this many results are sorted after they are found. */
const FEW_HITS = 1000
/** The limits of the matching members that are counted, in turn: many may belong to one result. */
const MEMBER_LIMITS = [20_000, 200_000]

/** A table with a `searchable` column and a view in the schema `search`. */
export type SearchableTable = PgTable & {
  id: PgColumn
  tenantId: PgColumn
  folderId?: PgColumn
  searchable: PgColumn
}

/** A table whose rows belong to those of a list, such as signers, and are searched too. */
export interface Members {
  table: SearchableTable
  parent: PgColumn
}

/** What a search is made in. */
interface SearchedList {
  reader: Reader
  table: SearchableTable
  tenantId: number
  tenantFilter: SQL
  memberCondition: ConditionBy | undefined
}

export type SearchCondition = (searched: SearchableTable, scan: 'index' | 'row') => SQL

/** Counts the results up to the limit. @returns `ids`: those of all results, if there are few */
export async function countHits(
  list: SearchedList,
  condition: SearchCondition,
  members: Members | undefined,
  [maxMembers, ...larger] = MEMBER_LIMITS,
): Promise<{ total: number; exact: boolean; ids: string[] | null }> {
  const maxHits = MAX_COUNTED + 1
  const ownHits = selectOwnHits(list, condition, maxHits)
  const counted = members
    ? sql`of_members as (${selectMembers(list, condition, members, maxMembers!)}),
      hits as (${ownHits} union select id from of_members)`
    : sql`of_members as (select where false), hits as (${ownHits})`
  const [row] = await list.reader.execute<{ total: number; ids: string[] | null; members: number }>(sql`
    with ${counted}
    select count(*)::int as total, case when count(*) <= ${FEW_HITS} then array_agg(id) end as ids,
      (select count(*)::int from of_members) as members
    from hits`)
  const { total, ids } = row!
  const isComplete = row!.members < maxMembers!
  if (!isComplete && total <= MAX_COUNTED && larger.length > 0)
    return countHits(list, condition, members, larger)
  return {
    total: Math.min(total, MAX_COUNTED),
    exact: isComplete && total <= MAX_COUNTED,
    ids: isComplete ? ids : null,
  }
}

/** The ids of all results, by the indexes of the search. */
export function selectHits(
  list: SearchedList,
  condition: SearchCondition,
  members: Members | undefined,
): SQL {
  const ownHits = selectOwnHits(list, condition, null)
  return members ? sql`${ownHits} union (${selectMembers(list, condition, members, null)})` : ownHits
}

/** The ids of the results that match themselves. @param maxHits null for all */
function selectOwnHits(
  { table, tenantFilter, memberCondition }: SearchedList,
  condition: SearchCondition,
  maxHits: number | null,
): SQL {
  const isOfTenant = and(tenantFilter, memberCondition?.('index'))
  return sql`(select ${table.id} from ${getSearchView(table)} where ${and(isOfTenant, condition(table, 'index'))} limit ${maxHits})`
}

/** The ids of the results whose members match: one for each such member. @param maxMembers null for all */
function selectMembers(
  { table, tenantId, tenantFilter, memberCondition }: SearchedList,
  condition: SearchCondition,
  { table: member, parent }: Members,
  maxMembers: number | null,
): SQL {
  const isOfTenant = and(tenantFilter, memberCondition?.('index'))
  return sql`select ${table.id} from ${getSearchView(member)} join ${getSearchView(table)} on ${parent} = ${table.id}
    where ${and(eq(member.tenantId, tenantId), isOfTenant, condition(member, 'index'))} limit ${maxMembers}`
}

/** The condition that a row is a result, evaluated row by row instead of by an index. */
export function isHit(
  { table, tenantId, memberCondition }: SearchedList,
  condition: SearchCondition,
  members: Members | undefined,
) {
  const ownCondition = condition(table, 'row')
  if (!members) return and(ownCondition, memberCondition?.('row'))
  const { table: member, parent } = members
  // With a limit, so that PostgreSQL does not search all members first.
  const isMemberHit = sql`coalesce((select true from ${member}
    where ${and(eq(member.tenantId, tenantId), eq(parent, table.id), condition(member, 'row'))} limit 1), false)`
  return and(sql`(${ownCondition} or ${isMemberHit})`, memberCondition?.('row'))
}
