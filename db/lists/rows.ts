import {
  Column,
  fillPlaceholders,
  type GetColumnData,
  getTableColumns,
  is,
  SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { type PgColumn, PgDialect, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Reader } from '../tenancy/tenant.ts'

const casing = 'snake_case'
const dialect = new PgDialect({ casing })
const builder = new QueryBuilder({ casing })
const tableSelects = new WeakMap<PgTable, TableSelect>()

type Columns = Record<string, PgColumn | SQL>
type ValueOf<C> = C extends PgColumn ? GetColumnData<C> : C extends SQL<infer T> ? T : never
export type RowOf<C extends Columns> = { [Key in keyof C]: ValueOf<C[Key]> }

/** Part of a statement without parameters, generated once. */
export function constantSql(part: SQL): SQL {
  return sql.raw(dialect.sqlToQuery(part).sql)
}

/**
 * Part of a statement that is generated once, whatever its values: the condition of one row takes Drizzle 0.08 ms, to put
 * the values into the generated text 0.01 ms.
 * @param part has `sql.placeholder(name)` for each value, which the driver gets as it is
 */
export function preparedSql<Values extends Record<string, unknown>>(part: SQL): (values: Values) => SQL {
  const { sql: text, params } = dialect.sqlToQuery(part)
  const pieces = text.split(/\$\d+/)
  const strings = Object.assign(pieces, { raw: pieces })
  return (values) => sql(strings, ...fillPlaceholders(params, values))
}

/** A table's parts of a statement, generated once: it would take Drizzle 0.1 ms each time. */
interface TableSelect {
  /** `select … from` the table with all its columns. */
  select: SQL
  /** The columns of a row as one array. */
  cells: SQL
  toRow: (cells: unknown[]) => Record<string, unknown>
}

function tableSelect(table: PgTable): TableSelect {
  let made = tableSelects.get(table)
  if (!made) {
    const columns = getTableColumns(table)
    const cells = constantSql(buildArray(Object.values(columns)))
    const select = constantSql(builder.select().from(table).getSQL())
    made = { select, cells, toRow: rowMaker(columns) }
    tableSelects.set(table, made)
  }
  return made
}

interface Row<T extends PgTable> {
  row: T['$inferSelect']
  parts: unknown
}

/**
 * Rows in the form of Drizzle's `select()`, each read as one JSON array: parsing every column of 20 rows would take the
 * driver 0.2 ms more.
 * @param condition how the rows are chosen: from WHERE on
 * @param parts a JSON expression that is selected with each row
 * @param order of the rows with `parts`
 */
export async function selectRows<T extends PgTable>(
  reader: Pick<Reader, 'execute'>,
  table: T,
  condition: SQL,
  { parts = sql`null`, order }: { parts?: SQL; order?: SQL } = {},
): Promise<Row<T>[]> {
  const { select, cells, toRow } = tableSelect(table)
  const found = await reader.execute<{ cells: unknown[]; parts: unknown }>(
    sql`select ${cells} as cells, ${parts} as parts from (${select} ${condition}) as ${table} ${order}`,
  )
  return found.map(({ cells, parts }) => ({ row: toRow(cells) as T['$inferSelect'], parts }))
}

/** The row that meets a condition, and `parts`; see `selectRows`. */
export async function findRow<T extends PgTable>(
  reader: Pick<Reader, 'execute'>,
  table: T,
  condition: SQL | undefined,
  parts?: SQL,
): Promise<Row<T> | undefined> {
  const [found] = await selectRows(reader, table, sql`where ${condition}`, { parts })
  return found
}

/** A select whose rows `readTogether` reads. */
export interface RowsQuery<Row> {
  json: SQL
  toRow: (values: unknown[]) => Row
}

const selectArrays = (columns: Columns) =>
  builder.select({ cells: buildArray(Object.values(columns)).as('cells') })

const listCells = (rows: SQLWrapper) =>
  sql`(select coalesce(json_agg(listed.cells), '[]') from (${rows}) as listed)`

/** The rows of a select of `columns`, which `complete` gives its FROM, conditions and order. */
export function rowsOf<C extends Columns>(
  columns: C,
  complete: (select: ReturnType<typeof selectArrays>) => SQLWrapper,
): RowsQuery<RowOf<C>> {
  return { json: listCells(complete(selectArrays(columns))), toRow: rowMaker(columns) }
}

/**
 * The rows of a table with all its columns, for which Drizzle takes 0.05 ms instead of 0.3.
 * @param order the expressions of ORDER BY
 */
export function rowsOfTable<T extends PgTable>(
  table: T,
  condition: SQL | undefined,
  ...order: SQL[]
): RowsQuery<T['$inferSelect']> {
  const { cells, toRow } = tableSelect(table)
  const inOrder = order.length === 0 ? sql`` : sql`order by ${sql.join(order, sql`, `)}`
  return { json: listCells(sql`select ${cells} as cells from ${table} where ${condition} ${inOrder}`), toRow }
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
  const entries = Object.entries(columns).map(([key, column]) => ({ key, decoder: findDecoder(column) }))
  return (values) => {
    // `Object.fromEntries` takes twice the time.
    const row: Record<string, unknown> = {}
    entries.forEach(({ key, decoder }, index) => {
      const value = values[index]
      row[key] = value === null || !decoder ? value : decoder.mapFromDriverValue(value)
    })
    return row as RowOf<C>
  }
}

/** The column, when its values are not those of the JSON. To ask for each value would take four times the time of a row. */
function findDecoder(column: PgColumn | SQL): PgColumn | null {
  const isPlain = is(column, SQL) || column.mapFromDriverValue === Column.prototype.mapFromDriverValue
  return isPlain ? null : column
}
