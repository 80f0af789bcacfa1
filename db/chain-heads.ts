import type { Sql } from 'postgres'
import { hmacHex, sameSecret } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'

/** The end of a hash chain of events. */
export interface ChainHead {
  tenantId: number
  chain: string
  /** The number of the last event, from 1. */
  seq: number
  /** The hash of the last event, in hexadecimal. */
  hash: string
}

/** A row that marks that `backfillChainHeads` is done. */
const BACKFILL_MARKER: ChainHead = { tenantId: 0, chain: 'anchored', seq: 0, hash: '0'.repeat(64) }
const HEADS_AT_ONCE = 5000

/** HMAC-SHA-256 of a head (hex): it cannot be forged with write access to the database alone. */
export function headMac({ tenantId, chain, seq, hash }: ChainHead): string {
  return hmacHex(deriveKey('audit chain head'), JSON.stringify([tenantId, chain, seq, hash]))
}

/** Whether the keyed hash of a stored head is correct. */
export function hasValidMac(head: ChainHead & { mac: string }): boolean {
  return sameSecret(head.mac, headMac(head))
}

/** Creates the heads of chains from an earlier version, once. @param client of the owner of the tables */
export async function backfillChainHeads(client: Sql): Promise<void> {
  const [marker] = await client`
    select from chain_heads where tenant_id = ${BACKFILL_MARKER.tenantId} and chain = ${BACKFILL_MARKER.chain}
      and mac = ${headMac(BACKFILL_MARKER)}`
  if (marker) return
  const lastEvents = client<ChainHead[]>`
    select distinct on (tenant_id, chain) tenant_id::int as "tenantId", chain, seq, hash::text
    from events order by tenant_id, chain, seq desc`
  for await (const heads of lastEvents.cursor(HEADS_AT_ONCE)) await insert(client, heads)
  await insert(client, [BACKFILL_MARKER])
}

async function insert(client: Sql, heads: ChainHead[]): Promise<void> {
  const rows = heads.map((head) => ({ ...head, mac: headMac(head) }))
  await client`
    insert into chain_heads (tenant_id, chain, seq, hash, mac)
    select "tenantId", chain, seq, hash, mac
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as head ("tenantId" bigint, chain text, seq integer, hash text, mac text)
    on conflict (tenant_id, chain) do update
      set seq = excluded.seq, hash = excluded.hash, mac = excluded.mac`
}
