import { hmacHex, sameSecret } from '#lib/core/ids'
import { canonicalJson } from '#lib/core/json'
import { deriveKey } from '#lib/core/secretbox'
import type { PendingEvent } from './schema/audit.ts'

/** The end of a hash chain of events. */
export interface ChainHead {
  tenantId: number
  chain: string
  /** The number of the last event, from 1. */
  seq: number
  /** The hash of the last event, in hexadecimal. */
  hash: string
  /** The event of a visit that goes on. */
  pendingEvent: PendingEvent | null
}

/** HMAC-SHA-256 of a head (hex): it cannot be forged with write access to the database alone. */
export function headMac({ tenantId, chain, seq, hash, pendingEvent }: ChainHead): string {
  // A head without a pending event has the MAC of versions that knew none.
  const pending = pendingEvent ? [canonicalJson({ ...pendingEvent })] : []
  return hmacHex(deriveKey('audit chain head'), JSON.stringify([tenantId, chain, seq, hash, ...pending]))
}

/** Whether the keyed hash of a stored head is correct. */
export function hasValidMac(head: ChainHead & { mac: string }): boolean {
  return sameSecret(head.mac, headMac(head))
}
