import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Claim } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import type { Transaction } from './connection/client.ts'
import { idempotencyKeys } from './schema/http.ts'

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
