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

// Next bundles modules per route: one list for the process all the same.
const holder = globalThis as typeof globalThis & {
  paraphReads?: Map<string, Read>
  paraphReadsWritten?: Promise<void>
}

/**
 * Puts a read on record within seconds: it changes nothing, so no request waits for it or pays for a write. What one
 * person takes of one thing meanwhile, as a viewer that asks for a file in parts, is one event.
 */
export function recordRead(ctx: Ctx, event: NewEvent): void {
  holder.paraphReads ??= new Map()
  if (holder.paraphReads.size === 0)
    runOutsideRequest(() => setTimeout(flushReads, FLUSH_MILLISECONDS).unref())
  const { actor, tenantId, address } = ctx
  const who = actor.type === 'system' ? actor.job : actor.id
  const name = JSON.stringify([tenantId, actor.type, who, address, event])
  if (!holder.paraphReads.has(name)) holder.paraphReads.set(name, { ctx, event })
}

/** Writes what was read, after what is being written; by itself, and once more before a process ends. */
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
      logFailure(error, 'a read could not be put on record; it is kept for the next time')
      recordRead(ctx, event)
    }
  }
}
