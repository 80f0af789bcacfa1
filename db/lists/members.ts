import { and, eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from '../tenancy/tenant.ts'
import { fold, whereContains } from './text.ts'

/** A filter of a list by rows that belong to its rows, such as signers to a process. */
export interface MemberFilter {
  table: PgTable & { tenantId: PgColumn; searchable: PgColumn }
  parent: PgColumn
  /** The column of the list that equals `parent`. */
  column: PgColumn
  /** What the searchable columns of a member contain; see `contains`. */
  text: string
  /** A condition on the members, on columns of their view in `search`. */
  filter?: SQL
}

/** A condition that is evaluated by the search index, or row by row where few rows are read. */
export type ConditionBy = (scan: 'index' | 'row') => SQL

/** The condition that a row has such a member. */
export async function hasMember(
  reader: Reader,
  tenantId: number,
  { table, parent, column, text, filter }: MemberFilter,
): Promise<ConditionBy> {
  const [foldedText] = await fold(reader, [text])
  return (scan) => {
    const condition = and(eq(table.tenantId, tenantId), filter, whereContains(table, foldedText!, scan))
    // With a limit, so that PostgreSQL does not search all members first.
    return scan === 'row'
      ? sql`coalesce((select true from ${table} where ${and(eq(parent, column), condition)} limit 1), false)`
      : sql`${column} in (select ${parent} from ${getSearchView(table)} where ${condition})`
  }
}

/** The view in `search` through which the search index of a table is used, and its indexes on functions such as lower(). */
export function getSearchView(table: PgTable): SQL {
  return sql`search.${sql.identifier(getTableName(table))}`
}

/**
 * The condition that a row matches `condition`, for which PostgreSQL uses an index only through the view of the table:
 * the ids are read from there first, as within the statement the policy would come before it. The row itself is compared
 * too, since it may be another one once a lock on it is granted.
 */
export function whereIndexed(
  table: PgTable & { id: PgColumn; tenantId: PgColumn },
  tenantId: number,
  condition: SQL,
): SQL {
  const isFound = and(eq(table.tenantId, tenantId), condition)
  return sql`(${condition} and ${table.id} = any(array(select ${table.id} from ${getSearchView(table)} where ${isFound})))`
}
