import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { type Ctx, getFolderUser } from '#lib/core/ctx'
import { readTransaction, type Transaction, transaction } from '../connection/client.ts'
import { isDeadlock } from '../connection/unavailable.ts'
import { markExecuted } from '../idempotency-claim.ts'
import { toSplitRefusal } from './folders.ts'

/** A handle that can change a tenant's rows. */
export type Tx = Transaction
/** A handle that can only read a tenant's rows. */
export type Reader = Pick<
  Transaction,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'execute' | '$count' | 'with' | '$with'
>

/**
 * The tenant of a context, with the claim of its idempotency key. The actor of a context limits what is visible to the
 * folders of its user; a scope without an actor is for what concerns the whole tenant.
 */
type TenantScope = Pick<Ctx, 'tenantId' | 'claim'> & Partial<Pick<Ctx, 'actor'>>

const LIST_SETTINGS = {
  enable_seqscan: 'off',
  // JIT compilation of a statement takes longer than reading a page.
  jit: 'off',
}

/** Runs `callback` in a read-only transaction that sees only the rows of this tenant and of the actor's folders. */
export function read<T>(scope: TenantScope, callback: (reader: Reader) => Promise<T>): Promise<T> {
  const values = toSettings(scope)
  return returnEarly(
    (settled) => transaction({ mode: 'read only', values, owner: getOwner(scope) }, settled),
    callback,
  )
}

/**
 * Like `read`, for a list: PostgreSQL plans each statement with its actual parameters (custom plans), as a generic plan
 * knows neither the range of a date filter nor which status has a partial index. Without filters, `filtered: false`
 * allows generic plans, unless the folders of the user are a filter. It may be read on the replica: `callback` must be one
 * that can run again.
 */
export function readList<T>(
  scope: TenantScope,
  callback: (reader: Reader) => Promise<T>,
  { filtered = true } = {},
): Promise<T> {
  const hasFolderFilter = scope.actor !== undefined && getFolderUser({ actor: scope.actor }) !== null
  const plan_cache_mode = filtered || hasFolderFilter ? 'force_custom_plan' : 'force_generic_plan'
  const values = toSettings(scope, { ...LIST_SETTINGS, plan_cache_mode })
  return returnEarly((settled) => readTransaction({ values, owner: getOwner(scope) }, settled), callback)
}

/**
 * Runs `callback` in one transaction on the rows of this tenant. It is rolled back when another request has taken
 * over the `Idempotency-Key`.
 * @param deadlockRetries how often `callback` runs again after a deadlock with another transaction, each of which may be
 * one of several at work; only for a callback that changes nothing but rows
 * @throws AppError `invalid_state` when a document would be in another folder than its process or template
 */
export function write<T>(
  scope: TenantScope,
  callback: (tx: Tx) => Promise<T>,
  { deadlockRetries = 0 } = {},
): Promise<T> {
  const values = toSettings(scope)
  return transaction({ mode: 'read write', values, owner: getOwner(scope) }, async (tx) => {
    const result = await callback(tx)
    if (scope.claim) await markExecuted(tx, scope.tenantId, scope.claim)
    return result
  }).catch((error: unknown) => {
    if (deadlockRetries > 0 && isDeadlock(error))
      return write(scope, callback, { deadlockRetries: deadlockRetries - 1 })
    throw toSplitRefusal(error)
  })
}

/**
 * Runs a part of a transaction in another scope: what an operator of the installation does to another tenant, or what
 * concerns all folders of the same one. If `callback` fails, so must the transaction.
 */
export async function inScope<Handle extends Reader, T>(
  tx: Handle,
  scopes: { own: TenantScope; other: TenantScope },
  callback: (tx: Handle) => Promise<T>,
): Promise<T> {
  if (isDeepStrictEqual(toSettings(scopes.own), toSettings(scopes.other))) return callback(tx)
  await setScope(tx, scopes.other)
  const result = await callback(tx)
  await setScope(tx, scopes.own)
  return result
}

async function setScope(tx: Reader, scope: TenantScope): Promise<void> {
  const settings = Object.entries(toSettings(scope)).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  )
  await tx.execute(sql`select ${sql.join(settings, sql`, `)}`)
}

/** Runs `callback` in a transaction that only reads: its result is returned without waiting for the end. */
function returnEarly<T>(
  run: (settled: (tx: Transaction) => Promise<void>) => Promise<void>,
  callback: (reader: Reader) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    run(async (tx) => resolve(await callback(tx))).catch(reject)
  })
}

/** The signers of a tenant have connections of their own: what the tenant does must not delay them. */
function getOwner({ tenantId, actor }: TenantScope): string {
  return actor?.type === 'signer' ? `${tenantId}:signers` : String(tenantId)
}

function toSettings(
  { tenantId, actor }: TenantScope,
  settings: Record<string, string> = {},
): Record<string, string> {
  const folderUser = actor ? getFolderUser({ actor }) : null
  return {
    'app.tenant_id': String(BigInt(tenantId)),
    'app.folder_user': folderUser === null ? '' : String(BigInt(folderUser)),
    ...settings,
  }
}
