import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

const casing = new CasingCache('snake_case')

interface Shape {
  columns: [key: string, name: string, column: PgColumn][]
  list: SQL
}

const shapes = new WeakMap<PgTable, Shape>()

/** The name a column has in the database. */
export const columnName = (column: PgColumn): string => casing.getColumnCasing(column)

/** All columns of a table for a statement of one's own, written once: Drizzle's `select()` writes them each time. */
export function columnsOf(table: PgTable): SQL {
  return shapeOf(table).list
}

/** A row of such a statement as `select()` would give it. */
export function rowFrom<T extends PgTable>(table: T, given: Record<string, unknown>): T['$inferSelect'] {
  const row: Record<string, unknown> = {}
  for (const [key, name, column] of shapeOf(table).columns) {
    const value = given[name]
    row[key] = value === null ? null : column.mapFromDriverValue(value)
  }
  return row as T['$inferSelect']
}

function shapeOf(table: PgTable): Shape {
  const known = shapes.get(table)
  if (known) return known
  const columns = Object.entries(getTableColumns(table)).map(([key, column]): Shape['columns'][number] => [
    key,
    columnName(column),
    column,
  ])
  const shape = { columns, list: sql.raw(columns.map(([, name]) => `"${name}"`).join(', ')) }
  shapes.set(table, shape)
  return shape
}
