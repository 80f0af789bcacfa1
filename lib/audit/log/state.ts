import { desc, sql } from 'drizzle-orm'
import { type RowsQuery, readTogether, rowsOf } from '#db/lists/rows'
import { logCheckpoints } from '#db/schema/audit'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { parseCheckpoint } from '#lib/core/transparency/checkpoint'
import { parseNote } from '#lib/core/transparency/note'
import { makeOrigin } from './log-key.ts'

/** The stored log is not the one that was signed, or lacks a part of it. */
export class LogAltered extends Error {}

/** The state of the log. */
export interface LogState {
  origin: string
  size: number
  /** The signed checkpoint; null for a log without entries. */
  note: string | null
}

/** One writer at a time, so that the entries have no gaps. */
export function lockLog(tx: Tx) {
  return tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('transparency log', 0))`)
}

export async function findLogState(reader: Reader): Promise<LogState> {
  return toLogState((await readTogether(reader, { last: selectLastCheckpoint() })).last)
}

/** The last checkpoint, for `readTogether`. */
export function selectLastCheckpoint(): RowsQuery<{ note: string }> {
  const { note } = logCheckpoints
  return rowsOf({ note }, (select) => select.from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(1))
}

/** The state of the log by its last checkpoint, if it has one. */
export function toLogState([last]: { note: string }[]): LogState {
  if (!last) return { origin: makeOrigin(), size: 0, note: null }
  const { note } = last
  try {
    const { origin, size } = parseCheckpoint(parseNote(note).text)
    return { origin, size, note }
  } catch (cause) {
    throw new LogAltered('The last checkpoint of the transparency log is malformed.', { cause })
  }
}
