import { isNotNull, type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  type ExtraConfigColumn,
  index,
  jsonb,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { ErrorText } from '../../lib/messages/errors.ts'

/** An integer key, counted up by the database. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** A reference to another record's integer key. */
export const ref = () => bigint({ mode: 'number' })

/** An instant with its zone, as a Date. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

/** Binary data; PostgreSQL writes it into JSON as `\\x` and hexadecimal digits. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array | string }>({
  dataType: () => 'bytea',
  fromDriver: (value) => (typeof value === 'string' ? Buffer.from(value.slice(2), 'hex') : value),
})

/**
 * The searched text of a row: `expression` in lower case without accents, generated when the row is written.
 * Migrations add the column `ngrams` beside it, for the index only: an array of the pieces that pg_trgm does not
 * index.
 */
export const searchable = (expression: SQL) => text().notNull().generatedAlwaysAs(sql`fold(${expression})`)

/** The CHECK that a column holds one of `values`. */
export function isOneOf(name: string, column: ExtraConfigColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
}

/** The index for text searches within one tenant. */
export const searchIndex = (
  name: string,
  table: { tenantId: ExtraConfigColumn; searchable: ExtraConfigColumn },
) =>
  index(name)
    .using('gin', table.tenantId, table.searchable.op('gin_trgm_ops'), sql`"ngrams"`)
    // Without `fastupdate` new rows are in the index at once, not in a pending list that every search would read.
    .with({ fastupdate: false })

/**
 * The index of a foreign key by its column alone: before a row is deleted, PostgreSQL looks for rows that refer to it, of
 * whatever tenant.
 */
export const referenceIndex = (name: string, column: ExtraConfigColumn) =>
  index(name).on(column).where(isNotNull(column))

/** An error of the past, with which its message can be derived in any language. */
export const storedError = () => jsonb().$type<ErrorText>()
