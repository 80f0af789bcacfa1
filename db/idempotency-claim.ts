import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Claim } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { database, type Transaction } from './connection/client.ts'
import { idempotencyKeys } from './schema/http.ts'

/**
 * Claims a key that is in no row, in one statement: most requests with a key need no more.
 * @returns whether this request owns it now
 */
export async function claimNewKey(
  { tenantId, principal, key, owner }: Claim,
  requestHmac: string,
  at: Date,
): Promise<boolean> {
  const [row] = await database().execute<{ claimed: true | null }>(
    sql`select cross_tenant_claim_idempotency_key(${tenantId}, ${principal}, ${key}, ${requestHmac}, ${owner}, ${at.toISOString()}) as claimed`,
  )
  return row!.claimed === true
}

/** Stores the response of the request that owns the claim. */
export async function storeResponse(
  { tenantId, principal, key, owner }: Claim,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: string | null },
): Promise<void> {
  await database().execute(
    sql`select cross_tenant_store_response(${tenantId}, ${principal}, ${key}, ${owner}, ${status},
      ${JSON.stringify(headers)}::jsonb, ${body === null ? null : JSON.stringify(body)}::jsonb)`,
  )
}

/** The condition for the row of the key, whichever request owns it. */
export function claimRow({ tenantId, principal, key }: Claim): SQL | undefined {
  return and(
    eq(idempotencyKeys.tenantId, tenantId),
    eq(idempotencyKeys.principal, principal),
    eq(idempotencyKeys.key, key),
  )
}

/** The condition for the row of the key while this request owns it and has no response yet. */
export function whereOwnedClaim(claim: Claim): SQL | undefined {
  return and(claimRow(claim), eq(idempotencyKeys.owner, claim.owner), isNull(idempotencyKeys.status))
}

/**
 * Marks the claim as executed, in the transaction of the tenant's changes.
 * @throws AppError `idempotency_in_flight` when another request has taken over the key; the changes are then rolled
 * back.
 */
export async function markExecuted(tx: Transaction, tenantId: number, claim: Claim): Promise<void> {
  // A visitor's key belongs to no tenant, even after the visitor has signed in.
  const isOtherTenant = claim.tenantId !== tenantId
  if (isOtherTenant) await setTenant(tx, claim.tenantId)
  const marked = await tx
    .update(idempotencyKeys)
    .set({ executed: true })
    .where(whereOwnedClaim(claim))
    .returning({ key: idempotencyKeys.key })
  if (isOtherTenant) await setTenant(tx, tenantId)
  if (marked.length === 0) {
    throw new AppError(
      'idempotency_in_flight',
      'This request took too long: another with its Idempotency-Key runs in its place.',
    )
  }
}

function setTenant(tx: Transaction, tenantId: number): Promise<unknown> {
  return tx.execute(sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`)
}
