import { type GetColumnData, getTableColumns, is, SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type PgColumn, PgDialect, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Reader } from '../tenancy/tenant.ts'

const casing = 'snake_case'
const dialect = new PgDialect({ casing })
const builder = new QueryBuilder({ casing })
const selects = new WeakMap<PgTable, SQL>()

type Columns = Record<string, PgColumn | SQL>
type ValueOf<C> = C extends PgColumn ? GetColumnData<C> : C extends SQL<infer T> ? T : never
export type RowOf<C extends Columns> = { [Key in keyof C]: ValueOf<C[Key]> }

/** Part of a statement without parameters, generated once. */
export function constantSql(part: SQL): SQL {
  return sql.raw(dialect.sqlToQuery(part).sql)
}

/**
 * `select … from` a table with all its columns, generated once per table: that and mapping 15 rows would take Drizzle
 * 0.1 ms each time.
 */
export function selectFrom(table: PgTable): SQL {
  const cached = selects.get(table)
  if (cached) return cached
  const select = constantSql(builder.select().from(table).getSQL())
  selects.set(table, select)
  return select
}

/**
 * The row that meets a condition, in the form of Drizzle's `select()`; and `parts`, a JSON expression that is
 * selected with it.
 */
export async function findRow<T extends PgTable>(
  reader: Pick<Reader, 'execute'>,
  table: T,
  condition: SQL | undefined,
  parts: SQL = sql`null`,
): Promise<{ row: T['$inferSelect']; parts: unknown } | undefined> {
  const [found] = await reader.execute(
    sql`select ${table}.*, ${parts} as parts from (${selectFrom(table)} where ${condition}) as ${table}`,
  )
  return found && { row: rowMaker(getTableColumns(table))(Object.values(found)), parts: found.parts }
}

/** A select whose rows `readTogether` reads. */
export interface RowsQuery<Row> {
  json: SQL
  toRow: (values: unknown[]) => Row
}

const selectArrays = (columns: Columns) =>
  builder.select({ cells: buildArray(Object.values(columns)).as('cells') })

/** The rows of a select of `columns`, which `complete` gives its FROM, conditions and order. */
export function rowsOf<C extends Columns>(
  columns: C,
  complete: (select: ReturnType<typeof selectArrays>) => SQLWrapper,
): RowsQuery<RowOf<C>> {
  const json = sql`(select coalesce(json_agg(listed.cells), '[]') from (${complete(selectArrays(columns))}) as listed)`
  return { json, toRow: rowMaker(columns) }
}

/** The rows of several selects in one statement, in the form of Drizzle's `select()`. */
export async function readTogether<Rows extends Record<string, unknown>>(
  reader: Pick<Reader, 'execute'>,
  queries: { [Name in keyof Rows]: RowsQuery<Rows[Name]> },
): Promise<{ [Name in keyof Rows]: Rows[Name][] }> {
  const entries: [string, RowsQuery<unknown>][] = Object.entries(queries)
  const lists = sql.join(
    entries.map(([, { json }]) => json),
    sql`, `,
  )
  const [found] = await reader.execute<{ lists: unknown[][][] }>(
    sql`select json_build_array(${lists}) as lists`,
  )
  const results = entries.map(([name, { toRow }], index) => [name, found!.lists[index]!.map(toRow)])
  return Object.fromEntries(results) as { [Name in keyof Rows]: Rows[Name][] }
}

/** A JSON array of values: rows without the names of their columns, with which a query takes 50 % longer. */
export function buildArray(values: (PgColumn | SQL)[]): SQL {
  return sql`json_build_array(${sql.join(values, sql`, `)})`
}

/** Makes a row in the form of Drizzle's `select()` from the values of these columns, in their order. */
export function rowMaker<C extends Columns>(columns: C): (values: unknown[]) => RowOf<C> {
  const entries = Object.entries(columns)
  return (values) => {
    // `Object.fromEntries` takes twice the time.
    const row: Record<string, unknown> = {}
    entries.forEach(([key, column], index) => {
      const value = values[index]
      row[key] = value === null || is(column, SQL) ? value : column.mapFromDriverValue(value)
    })
    return row as RowOf<C>
  }
}
