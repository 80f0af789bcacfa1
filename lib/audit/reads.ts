import { write } from '#db/tenant'
import { logFailure } from '#db/unavailable'
import type { Ctx } from '#lib/core/ctx'
import { runOutsideRequest } from '#lib/core/request'
import { type NewEvent, record } from './record.ts'

const FLUSH_MILLISECONDS = 2000

interface Read {
  ctx: Ctx
  event: NewEvent
}

// Next bundles modules per route: the list is shared through globalThis.
const holder = globalThis as typeof globalThis & {
  paraphReads?: Map<string, Read>
  paraphReadsWritten?: Promise<void>
}

/**
 * Records a read within seconds, without a write in the request. Several reads of the same record by the same actor in
 * that time, as by a viewer that loads a file in parts, are one event.
 */
export function recordRead(ctx: Ctx, event: NewEvent): void {
  holder.paraphReads ??= new Map()
  if (holder.paraphReads.size === 0)
    runOutsideRequest(() => setTimeout(flushReads, FLUSH_MILLISECONDS).unref())
  const { actor, tenantId, address } = ctx
  const actorId = actor.type === 'system' ? actor.job : actor.id
  const name = JSON.stringify([tenantId, actor.type, actorId, address, event])
  if (!holder.paraphReads.has(name)) holder.paraphReads.set(name, { ctx, event })
}

/** Writes the collected reads; runs by itself, and once more before the process ends. */
export function flushReads(): Promise<void> {
  holder.paraphReadsWritten = (holder.paraphReadsWritten ?? Promise.resolve()).then(writeReads)
  return holder.paraphReadsWritten
}

async function writeReads(): Promise<void> {
  const reads = holder.paraphReads ?? new Map<string, Read>()
  holder.paraphReads = new Map()
  for (const { ctx, event } of reads.values()) {
    try {
      await write(ctx, (tx) => record(tx, ctx, event))
    } catch (error) {
      logFailure(error, 'a read could not be recorded; it is retried')
      recordRead(ctx, event)
    }
  }
}
