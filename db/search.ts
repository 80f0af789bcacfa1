import { type Column, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

interface Sought {
  /** Text anywhere in what the room searches; one or two letters or digits must begin a word. */
  text?: string
  /** Whole tags, all of them. */
  tags?: string[]
}

/**
 * True for the rows of the reader's tenant that have what is sought, blind to accents and case; undefined when nothing
 * is. The table has a `searchable` column, and a place in `door_find` (db/walls), which answers from its index.
 */
export function found(table: PgTable & { id: Column }, { text, tags = [] }: Sought): SQL | undefined {
  if (!text && tags.length === 0) return undefined
  return sql`${table.id} in (${idsOf(table, { text, tags })})`
}

/** The query for their ids. */
export function idsOf(table: PgTable, { text, tags = [] }: Sought): SQL {
  const room = getTableConfig(table).name
  const list = sql`array(select jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb))`
  return sql`select id from door_find(${room}, ${text ?? null}, ${list})`
}

/** `order by` as the indexes are laid: each is read forwards or backwards, so nulls come last or first. */
export function ordered(column: Column | SQL, direction: 'asc' | 'desc'): SQL {
  return direction === 'desc' ? sql`${column} desc` : sql`${column} asc`
}

/** The first instant of a UTC day written `YYYY-MM-DD`. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** The first instant after it. */
export function dayAfter(day: string): Date {
  return new Date(dayStart(day).getTime() + 86_400_000)
}
