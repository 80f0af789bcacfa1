import { type ChainedEvent, isChainIntact } from '../../lib/audit/chain.ts'
import { type Part, parseJson } from './manifest.ts'
import { UnreadablePackage } from './package-files.ts'
import type { Findings } from './report.ts'

/** A trail whose chain is intact. */
export interface Trail {
  chain: string
  events: (ChainedEvent & { hash: string })[]
}

/** Reads the trail, of which a package of several documents has a copy for each, and computes its chain again. */
export function checkTrail({ files, folder, manifest }: Part, findings: Findings): Trail | null {
  const copies = [...files].filter(([path]) => /(^|\/)audit-trail\.json$/.test(path))
  const [first, ...others] = copies
  if (!first) {
    findings.add('trail', 'failed', 'The audit trail is missing.', folder || null)
    return null
  }
  const file = folder + first[0]
  const trail = readTrail(first[1], file)
  const { chain, events } = trail
  const faults = [
    isChainIntact(events) ? [] : ['The hash chain of the events is broken.'],
    chain === manifest.chain.name ? [] : ['The chain has another name than in the manifest.'],
    events.at(-1)?.hash === manifest.chain.head && events.length === manifest.chain.length
      ? []
      : ['The chain does not end with the head in the manifest.'],
    others.every(([, bytes]) => Buffer.compare(bytes, first[1]) === 0)
      ? []
      : ['The copies of the audit trail differ.'],
  ].flat()
  findings.addFaults('trail', faults, `The hash chain of ${events.length} events is intact.`, file)
  return faults.length === 0 ? trail : null
}

/** An event as `audit-trail.json` has it. */
interface EventRecord {
  seq: number
  type: string
  actor: ChainedEvent['actor']
  data: ChainedEvent['data']
  address: string | null
  user_agent: string | null
  request_id: string
  occurred_at: string
  previous_hash: string
  hash: string
}

function readTrail(bytes: Uint8Array, path: string): Trail {
  const { chain, events } = parseJson(bytes, path) as { chain?: unknown; events?: EventRecord[] }
  if (typeof chain !== 'string' || !Array.isArray(events) || !events.every(isEvent))
    throw new UnreadablePackage(`${path} is no audit trail.`)
  return {
    chain,
    events: events.map((event) => ({
      chain,
      seq: event.seq,
      type: event.type,
      actor: event.actor,
      data: event.data,
      address: event.address,
      userAgent: event.user_agent,
      requestId: event.request_id,
      occurredAt: new Date(event.occurred_at),
      previousHash: event.previous_hash,
      hash: event.hash,
    })),
  }
}

function isEvent(event: EventRecord): boolean {
  return (
    typeof event?.actor === 'object' &&
    typeof event.data === 'object' &&
    !Number.isNaN(Date.parse(event.occurred_at))
  )
}
