import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/core/ctx'
import { type Transaction, transaction } from './client.ts'
import { markExecuted } from './idempotency-claim.ts'

/** A handle that can change a tenant's rows. */
export type Tx = Transaction
/** A handle that can only read a tenant's rows. */
export type Reader = Pick<
  Transaction,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'execute' | '$count' | 'with' | '$with'
>

/** A context, or a tenant alone where there is no context yet. */
type TenantScope = Pick<Ctx, 'tenantId' | 'claim'>

const LIST_SETTINGS = {
  transaction_read_only: 'on',
  enable_seqscan: 'off',
  // To compile a statement takes longer than a page.
  jit: 'off',
}

/** Runs `work` in a read-only transaction that sees the rows of this tenant and of no other. */
export function read<T>(scope: TenantScope, work: (reader: Reader) => Promise<T>): Promise<T> {
  return reading(settingsOf(scope, { transaction_read_only: 'on' }), work)
}

/**
 * The same for a list: PostgreSQL plans each statement for what is asked, and by an index where one serves. A plan for
 * whatever may be asked knows neither how many days a filter spans nor that a status is the one that an index is for.
 * A list without a filter needs no more than that: `filtered: false` has its statements planned once.
 */
export function readList<T>(
  scope: TenantScope,
  work: (reader: Reader) => Promise<T>,
  { filtered = true } = {},
): Promise<T> {
  const plan_cache_mode = filtered ? 'force_custom_plan' : 'force_generic_plan'
  return reading(settingsOf(scope, { ...LIST_SETTINGS, plan_cache_mode }), work)
}

/**
 * Runs `work` in one transaction on the rows of this tenant: all of it happens, or nothing. Under an `Idempotency-Key`
 * that another request has taken over nothing does.
 */
export function write<T>(scope: TenantScope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(settingsOf(scope, { transaction_read_only: 'off' }), async (tx) => {
    const result = await work(tx)
    if (scope.claim) await markExecuted(tx, scope.tenantId, scope.claim)
    return result
  })
}

/**
 * Lets this transaction return before it is on disk: a later one's wait covers it, the log being written in order. For
 * what nobody needs unless that later one has happened too.
 */
export function asyncCommit(tx: Tx): Promise<unknown> {
  return tx.execute(sql.raw('set local synchronous_commit to off'))
}

function reading<T>(settings: Record<string, string>, work: (reader: Reader) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // What was read need not wait for the end of a transaction that changed nothing.
    transaction(settings, async (tx) => resolve(await work(tx))).catch(reject)
  })
}

function settingsOf({ tenantId }: TenantScope, settings: Record<string, string>): Record<string, string> {
  return { 'app.tenant_id': String(BigInt(tenantId)), ...settings }
}
