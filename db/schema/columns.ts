import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** An integer key, counted up by the database. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** A reference to another record's integer key. */
export const ref = () => bigint({ mode: 'number' })

/** An instant with its zone, as a Date. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

/** Bytes as they are. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
