import { sha256Hex } from '#lib/core/ids'
import { canonicalJson, type Json } from '#lib/core/json'

/** The previous hash of the first link. */
export const GENESIS_HASH = '0'.repeat(64)

/** The content of a link (one event of a hash chain) that its hash covers: everything the trail shows. */
export interface Link {
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

/** SHA-256 over the canonical JSON of the link, including the previous hash. */
export function linkHash(link: Link): string {
  return sha256Hex(
    canonicalJson({
      chain: link.chain,
      seq: link.seq,
      type: link.type,
      actor: link.actor,
      data: link.data,
      address: link.address,
      user_agent: link.userAgent,
      request_id: link.requestId,
      occurred_at: link.occurredAt.toISOString(),
      previous_hash: link.previousHash,
    }),
  )
}

/**
 * Whether the links are numbered from 1, and each has the hash of the previous link and the correct hash of its own.
 */
export function isChainIntact(links: (Link & { hash: string })[]): boolean {
  let previousHash = GENESIS_HASH
  return links.every((link, index) => {
    const isIntact =
      link.seq === index + 1 && link.previousHash === previousHash && link.hash === linkHash(link)
    previousHash = link.hash
    return isIntact
  })
}
