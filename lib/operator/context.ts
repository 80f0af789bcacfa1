import { listTenantIds } from '#db/tenancy/cross-tenant'
import { type Reader, read, type Tx } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import type { ErrorText } from '#lib/messages/errors'

/** The operator of the installation acts in a tenant: its audit log says `operator`. */
export function makeOperatorCtx(tenantId: number): Ctx {
  return makeSystemCtx(tenantId, 'operator', now())
}

/** The tenant in which `find` finds a record, with the record; null when it is in none. */
export async function findInTenants<T>(
  find: (reader: Reader, ctx: Ctx) => Promise<T | null | undefined>,
): Promise<{ ctx: Ctx; found: T } | null> {
  for (const tenantId of await listTenantIds()) {
    const ctx = makeOperatorCtx(tenantId)
    const found = await read(ctx, (reader) => find(reader, ctx))
    if (found !== null && found !== undefined) return { ctx, found }
  }
  return null
}

/** Runs a change of a tenant in a transaction. */
export type Run = (ctx: Ctx, change: (tx: Tx) => Promise<void>) => Promise<void>

/** What an operator named is not there, or is not in a state for the command; the message says which. */
export function refusal(text: ErrorText | string): AppError {
  return new AppError('invalid_state', text)
}
