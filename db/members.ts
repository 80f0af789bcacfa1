import { and, eq, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from './tenant.ts'
import { contains, fold } from './text.ts'

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

/** The condition that a row has such a member. */
export async function hasMember(
  reader: Reader,
  tenantId: number,
  { table, parent, column, text, filter }: MemberFilter,
): Promise<SQL> {
  const [foldedText] = await fold(reader, [text])
  const condition = and(eq(table.tenantId, tenantId), filter, contains(table, foldedText!, 'index'))
  return sql`${column} in (select ${parent} from ${viewOf(table)} where ${condition})`
}

/** The view in `search` through which the search index of a table is used. */
export function viewOf(table: PgTable): SQL {
  return sql`search.${sql.identifier(getTableConfig(table).name)}`
}
