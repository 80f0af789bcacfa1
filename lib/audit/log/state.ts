import { desc, sql } from 'drizzle-orm'
import { logCheckpoints } from '#db/schema/audit'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { parseCheckpoint } from '#lib/core/transparency/checkpoint'
import { parseNote } from '#lib/core/transparency/note'
import { makeOrigin } from './log-key.ts'

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
  const [last] = await reader.select().from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(1)
  if (!last) return { origin: makeOrigin(), size: 0, note: null }
  const { origin, size } = parseCheckpoint(parseNote(last.note).text)
  return { origin, size, note: last.note }
}
