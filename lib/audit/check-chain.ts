import { and, asc, eq } from 'drizzle-orm'
import { hasValidMac } from '#db/chain-heads'
import { chainHeads, logLeaves } from '#db/schema/audit'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type ChainedEvent, eventHash, GENESIS_HASH } from './chain.ts'
import type { Subject } from './events.ts'
import { findTrail, isTrailIntact, type RecordedEvent } from './trail.ts'

/** What is wrong with a chain of events that has a head; empty where nothing is. */
export async function findChainFaults(reader: Reader, ctx: Ctx, chain: string): Promise<string[]> {
  const [type, id] = chain.split(':')
  const subject = { [type!]: Number(id) } as Subject
  const events = await findTrail(reader, ctx, subject)
  const [head] = await reader
    .select()
    .from(chainHeads)
    .where(and(eq(chainHeads.tenantId, ctx.tenantId), eq(chainHeads.chain, chain)))
  if (!head || !hasValidMac(head)) return ['The head of the chain was altered.']
  // A visit that goes on may be all there is.
  const isEmpty = head.seq === 0 && events.length === 0
  if (!isEmpty && !(await isTrailIntact(reader, ctx, subject, events)))
    return [explainBreak(events) ?? `The chain has ${events.length} events instead of ${head.seq}.`]
  return findLogFaults(reader, chain, events)
}

/** The first event that does not follow the one before it; null where all do. */
function explainBreak(events: (ChainedEvent & { hash: string })[]): string | null {
  let previousHash = GENESIS_HASH
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) return `Event ${index + 1} of the chain is missing.`
    if (event.previousHash !== previousHash || event.hash !== eventHash(event))
      return `Event ${event.seq} of the chain (${event.type}) was altered.`
    previousHash = event.hash
  }
  return null
}

/** The entries of the log that name another event than the chain has. */
async function findLogFaults(reader: Reader, chain: string, events: RecordedEvent[]): Promise<string[]> {
  const leaves = await reader
    .select()
    .from(logLeaves)
    .where(eq(logLeaves.chain, chain))
    .orderBy(asc(logLeaves.seq))
  // Events that were recorded since they were read may be in the log.
  return leaves
    .filter(({ seq, hash }) => seq <= events.length && events[seq - 1]!.hash !== hash)
    .map(({ index, seq }) => `Entry ${index} of the transparency log has another event ${seq}.`)
}
