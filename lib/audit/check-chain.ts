import { and, asc, between, eq, gt, lte, max } from 'drizzle-orm'
import { type ChainHead, hasValidMac } from '#db/chain-heads'
import { chainHeads, events, logLeaves } from '#db/schema/audit'
import type { Reader } from '#db/tenancy/tenant'
import { eventHash, GENESIS_HASH } from './chain.ts'
import type { RecordedEvent } from './trail.ts'

const PAGE_SIZE = 500

/** What is wrong with a chain of events that has a head; empty where nothing is. Events recorded meanwhile do not count. */
export async function findChainFaults(reader: Reader, tenantId: number, chain: string): Promise<string[]> {
  // Before the head, which is never behind the log.
  const [logged] = await reader
    .select({ seq: max(logLeaves.seq) })
    .from(logLeaves)
    .where(eq(logLeaves.chain, chain))
  const [head] = await reader
    .select()
    .from(chainHeads)
    .where(and(eq(chainHeads.tenantId, tenantId), eq(chainHeads.chain, chain)))
  if (!head || !hasValidMac(head)) return ['The head of the chain was altered.']
  const faults = await findEventFaults(reader, head)
  if (logged?.seq && logged.seq > head.seq)
    faults.push(`The chain ends with event ${head.seq}, but the transparency log has event ${logged.seq}.`)
  return faults
}

/** The first event that does not follow the one before it, and entries of the log that name others. */
async function findEventFaults(reader: Reader, head: ChainHead): Promise<string[]> {
  const faults: string[] = []
  let last = { seq: 0, hash: GENESIS_HASH }
  while (last.seq < head.seq) {
    const page = await listEvents(reader, head, last.seq)
    for (const event of page) {
      const fault = explainBreak(event, last)
      if (fault) return [...faults, fault]
      last = event
    }
    if (page.length === 0) return [...faults, `Event ${last.seq + 1} of the chain is missing.`]
    faults.push(...(await findLogFaults(reader, head.chain, page)))
  }
  if (last.hash !== head.hash) faults.push(`Event ${last.seq} of the chain is not that of its head.`)
  return faults
}

function listEvents(reader: Reader, { tenantId, chain, seq }: ChainHead, after: number) {
  const isOfChain = and(eq(events.tenantId, tenantId), eq(events.chain, chain))
  return reader
    .select()
    .from(events)
    .where(and(isOfChain, gt(events.seq, after), lte(events.seq, seq)))
    .orderBy(asc(events.seq))
    .limit(PAGE_SIZE)
}

function explainBreak(event: RecordedEvent, last: { seq: number; hash: string }): string | null {
  if (event.seq !== last.seq + 1) return `Event ${last.seq + 1} of the chain is missing.`
  const isIntact = event.previousHash === last.hash && event.hash === eventHash(event)
  return isIntact ? null : `Event ${event.seq} of the chain (${event.type}) was altered.`
}

async function findLogFaults(reader: Reader, chain: string, page: RecordedEvent[]): Promise<string[]> {
  const hashes = new Map(page.map(({ seq, hash }) => [seq, hash]))
  const leaves = await reader
    .select()
    .from(logLeaves)
    .where(and(eq(logLeaves.chain, chain), between(logLeaves.seq, page[0]!.seq, page.at(-1)!.seq)))
    .orderBy(asc(logLeaves.seq))
  return leaves
    .filter(({ seq, hash }) => hashes.get(seq) !== hash)
    .map(({ index, seq }) => `Entry ${index} of the transparency log has another event ${seq}.`)
}
