import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * `updated_at` of a new record: the time at which it is written, as who reads what changed last may have read later changes
 * since `now`, at which the request or job began.
 */
export const firstUpdate = (now: Date): SQL =>
  sql`greatest(${now.toISOString()}::timestamptz, date_trunc('milliseconds', clock_timestamp()))`

/**
 * `updated_at` of a change: as of a new record, and later than that of every change before, as two may come in one
 * millisecond.
 */
export const nextUpdate = (updatedAt: AnyColumn, now: Date): SQL =>
  sql`greatest(${firstUpdate(now)}, ${updatedAt} + interval '1 millisecond')`
