import { logFailure } from '#db/connection/unavailable'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { runOutsideRequest } from '#lib/core/request'
import { type NewEvent, record } from './record.ts'

const FLUSH_MILLISECONDS = 2000

/** A read that is not written yet. */
interface AuditedRead {
  ctx: Ctx
  event: NewEvent
}

// Next bundles a copy of this module per route; through globalThis all copies share one list.
const globals = globalThis as typeof globalThis & {
  paraphReads?: Map<string, AuditedRead>
  /** Settles when the last flush is done; the next one starts then. */
  paraphReadsFlushed?: Promise<void>
}

/**
 * Records a read within seconds, without a write in the request. Several reads of the same record by the same actor in
 * that time, as by a viewer that loads a file in parts, are one event.
 */
export function recordRead(ctx: Ctx, event: NewEvent): void {
  globals.paraphReads ??= new Map()
  if (globals.paraphReads.size === 0)
    runOutsideRequest(() => setTimeout(flushReads, FLUSH_MILLISECONDS).unref())
  const { actor, tenantId, address } = ctx
  const actorId = actor.type === 'system' ? actor.job : actor.id
  const key = JSON.stringify([tenantId, actor.type, actorId, address, event])
  if (!globals.paraphReads.has(key)) globals.paraphReads.set(key, { ctx, event })
}

/** Writes the collected reads; `recordRead` schedules it, and the process calls it before it ends. */
export function flushReads(): Promise<void> {
  globals.paraphReadsFlushed = (globals.paraphReadsFlushed ?? Promise.resolve()).then(writeReads)
  return globals.paraphReadsFlushed
}

async function writeReads(): Promise<void> {
  const reads = globals.paraphReads ?? new Map<string, AuditedRead>()
  globals.paraphReads = new Map()
  for (const { ctx, event } of reads.values()) {
    try {
      await write(ctx, (tx) => record(tx, ctx, event))
    } catch (error) {
      logFailure(error, 'a read could not be recorded; it is retried')
      recordRead(ctx, event)
    }
  }
}
