import { isDataException, logFailure } from '#db/connection/unavailable'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { log } from '#lib/core/log'
import { runOutsideRequest } from '#lib/core/request'
import { singleton } from '#lib/core/runtime/singleton'
import { type NewEvent, record } from './record.ts'

const FLUSH_MILLISECONDS = 2000

/** A read that is not written yet. */
interface AuditedRead {
  ctx: Ctx
  event: NewEvent
}

const shared = singleton('reads', () => ({
  reads: new Map<string, AuditedRead>(),
  /** Settles when the last flush is done; the next one starts then. */
  flushed: Promise.resolve(),
}))

/**
 * Records a read within seconds, without a write in the request. Several reads of the same record by the same actor in
 * that time, as by a viewer that loads a file in parts, are one event.
 */
export function recordRead(ctx: Ctx, event: NewEvent): void {
  if (shared.reads.size === 0) runOutsideRequest(() => setTimeout(flushReads, FLUSH_MILLISECONDS).unref())
  const { actor, tenantId, address } = ctx
  const actorId = actor.type === 'system' ? actor.job : actor.id
  const key = JSON.stringify([tenantId, actor.type, actorId, address, event])
  if (!shared.reads.has(key)) shared.reads.set(key, { ctx, event })
}

/** Writes the collected reads; `recordRead` schedules it, and the process calls it before it ends. */
export function flushReads(): Promise<void> {
  shared.flushed = shared.flushed.then(writeReads)
  return shared.flushed
}

async function writeReads(): Promise<void> {
  const { reads } = shared
  shared.reads = new Map()
  for (const { ctx, event } of reads.values()) {
    try {
      await write(ctx, (tx) => record(tx, ctx, event))
    } catch (error) {
      if (isDataException(error)) {
        log().error({ err: error, type: event.type }, 'a read cannot be recorded')
        continue
      }
      logFailure(error, 'a read could not be recorded; it is retried')
      recordRead(ctx, event)
    }
  }
}
