import { and, asc, desc, eq, exists, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import { logCheckpoints, logCosignatures } from '#db/schema/audit'
import type { Reader } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { findCosignatures } from '#lib/core/transparency/cosignature'
import { parseNote } from '#lib/core/transparency/note'

/** For so long a checkpoint that no witness has cosigned is not published. */
const WAIT_SECONDS = 600
/** How many cosignatures are searched for the proof of an entry: those that follow it, and the newest of each witness. */
const MAX_SEARCHED = 100

/** The signed checkpoint of a size of the log. */
export interface StoredCheckpoint {
  size: number
  /** A signed note, with the cosignatures that are known. */
  note: string
}

/** A witness of the configuration that has cosigned a checkpoint. */
interface CosignedBy {
  name: string
  at: Date
}

/** What a witness has cosigned last. */
export interface WitnessState {
  verifierKey: string
  /** The size of the checkpoint; 0 without one. */
  size: number
  at: Date | null
}

/** The last checkpoint that this witness cosigned. */
export async function findWitnessState(reader: Reader, verifierKey: string): Promise<WitnessState> {
  const [row] = await reader
    .select({ size: logCosignatures.size, at: logCosignatures.cosignedAt })
    .from(logCosignatures)
    .where(eq(logCosignatures.witness, verifierKey))
    .orderBy(desc(logCosignatures.size))
    .limit(1)
  return { verifierKey, size: row?.size ?? 0, at: row?.at ?? null }
}

/**
 * The checkpoint that is published: the newest that a witness has cosigned, or one that has waited long enough for that.
 * Neither of them ever becomes older, so nobody sees a log that shrinks. Without witnesses the newest; null without any.
 */
export async function findPublishedCheckpoint(reader: Reader, now: Date): Promise<StoredCheckpoint | null> {
  const { size, createdAt } = logCheckpoints
  const find = (condition: SQL | undefined, order: SQL) =>
    reader.select({ size }).from(logCheckpoints).where(condition).orderBy(order).limit(1)
  const cosigned = reader
    .select({ size: logCosignatures.size })
    .from(logCosignatures)
    .where(eq(logCosignatures.size, size))
  const isPublic =
    env().witnesses.length > 0
      ? or(lte(createdAt, addSeconds(now, -WAIT_SECONDS)), exists(cosigned))
      : undefined
  const [last] = await find(isPublic, desc(size))
  const [published] = last ? [last] : await find(undefined, asc(size))
  return published ? findCheckpoint(reader, published.size) : null
}

/**
 * The checkpoint that proves an entry: of those with cosignatures of most witnesses of the configuration, and then of most
 * others, the first one; else the first one that has the entry; null where that was deleted.
 */
export async function findProvingCheckpoint(reader: Reader, index: number): Promise<StoredCheckpoint | null> {
  const { size, witness } = logCosignatures
  const search = (order: SQL, condition?: SQL) =>
    reader
      .select({ size, witness })
      .from(logCosignatures)
      .where(and(gt(size, index), condition))
      .orderBy(order)
      .limit(MAX_SEARCHED)
  const keys = env().witnesses.map(({ verifierKey }) => verifierKey)
  // A witness that was added later, or was away, has cosigned only trees of that time.
  const searched = keys.map((key) => sql`union (${search(desc(size), eq(witness, key))})`)
  const best = sql`
    select size from ((${search(asc(size))}) ${sql.join(searched, sql` `)}) as later group by size
    order by count(*) filter (where witness = any(${sql.param(keys)}::text[])) desc, count(*) desc, size limit 1`
  const first = reader
    .select({ size: logCheckpoints.size })
    .from(logCheckpoints)
    .where(gt(logCheckpoints.size, index))
    .orderBy(asc(logCheckpoints.size))
    .limit(1)
  return findCheckpoint(reader, sql`coalesce((${best}), (${first}))`)
}

/** The checkpoint of this size with its cosignatures; null where it was deleted. */
async function findCheckpoint(reader: Reader, size: number | SQL): Promise<StoredCheckpoint | null> {
  const { line, witness } = logCosignatures
  const lines = reader
    .select({ lines: sql`string_agg(${line}, '' order by ${witness})` })
    .from(logCosignatures)
    .where(eq(logCosignatures.size, logCheckpoints.size))
  const note = sql<string>`${logCheckpoints.note} || coalesce((${lines}), '')`
  const [checkpoint] = await reader
    .select({ size: logCheckpoints.size, note })
    .from(logCheckpoints)
    .where(eq(logCheckpoints.size, size))
  return checkpoint ?? null
}

/** The witnesses of the configuration whose cosignatures under the note are valid. */
export function listCosigners(note: string): CosignedBy[] {
  const parsed = parseNote(note)
  return env().witnesses.flatMap(({ key }) =>
    findCosignatures(parsed, key).map(({ name, at }) => ({ name, at })),
  )
}
