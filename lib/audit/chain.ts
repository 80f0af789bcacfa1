import { sha256Hex } from '#lib/core/ids'
import { canonicalJson, type Json } from '#lib/core/json'

/** The previous hash of the first event. */
export const GENESIS_HASH = '0'.repeat(64)

/** The content of an event that its hash covers. */
export interface ChainedEvent {
  chain: string
  /** The position in the chain, from 1. */
  seq: number
  type: string
  actor: Record<string, Json>
  data: Record<string, Json>
  /** The IP address of the client. */
  address: string | null
  userAgent: string | null
  requestId: string
  occurredAt: Date
  previousHash: string
}

/** What the trail shows of an event beside its hash, which covers all of it. */
export function presentEvent(event: Omit<ChainedEvent, 'chain'>) {
  return {
    seq: event.seq,
    type: event.type,
    actor: event.actor,
    data: event.data,
    address: event.address,
    user_agent: event.userAgent,
    request_id: event.requestId,
    occurred_at: event.occurredAt.toISOString(),
    previous_hash: event.previousHash,
  }
}

/** SHA-256 over the canonical JSON of the event, including the previous hash. */
export function eventHash(event: ChainedEvent): string {
  return sha256Hex(canonicalJson({ chain: event.chain, ...presentEvent(event) }))
}

/**
 * The entry of a head in the transparency log: 32 bytes of SHA-256 over its canonical JSON. It reveals nothing of the
 * chain: the hash of a head cannot be guessed, as it covers the identifier of a request.
 */
export function logEntry({
  chain,
  seq,
  hash,
}: Pick<ChainedEvent, 'chain' | 'seq'> & { hash: string }): Buffer {
  return Buffer.from(sha256Hex(canonicalJson({ chain, seq, hash })), 'hex')
}

/**
 * Whether the events are numbered from 1, and each has the hash of the previous one and the correct hash of its own.
 */
export function isChainIntact(events: (ChainedEvent & { hash: string })[]): boolean {
  let previousHash = GENESIS_HASH
  return events.every((event, index) => {
    const isIntact =
      event.seq === index + 1 && event.previousHash === previousHash && event.hash === eventHash(event)
    previousHash = event.hash
    return isIntact
  })
}
