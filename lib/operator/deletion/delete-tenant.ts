import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Sql, TransactionSql } from 'postgres'
import { deleteTenantRows, waitForOlderTransactions } from '#db/tenancy/whole-tenant'
import type { EventType } from '#lib/audit/events'
import { appendChangedHeads } from '#lib/audit/log/append'
import { endVisits } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import { deleteJobsOfTenant } from '#lib/jobs/boss-internals'
import { suspendTenant } from '../change-tenant.ts'
import { makeOperatorCtx, refusal } from '../context.ts'
import { withOwner } from '../owner.ts'
import { findTenant } from '../tenants.ts'
import { isFileFault } from '../verify/files.ts'
import { exportTenant, UnsignedPackage } from './export.ts'
import { describeHeld, findHeld } from './held.ts'

/** What is left to end of requests and jobs that had begun before. */
const REST_SECONDS = 60
/** Longer than web processes keep reads and calls in memory. */
const LATE_WRITES_MILLISECONDS = 5000
const HOW_TO_SIGN =
  'Nobody could make the signature later: make the key usable for this command (doctor says what is wrong with it), or leave such signatures out with --without-missing.'

export interface Deletion {
  exportedFiles: number
  /** The paths of files that the export lacks: missing or damaged in the storage, or signatures that could not be made. */
  missingFiles: string[]
  /** How many rows were deleted, by table. */
  deleted: Record<string, number>
}

/**
 * Exports what a tenant has, then deletes it: all rows and jobs in one transaction. The nightly job removes its files,
 * which no record names any more. The transparency log keeps the heads of its chains. The tenant is suspended first, and
 * stays so when it cannot be deleted.
 * @param options.name of the tenant: a confirmation
 * @param options.path of the export, a new file
 * @param options.withoutMissing although stored files are missing or damaged, or packages cannot be signed: the export lists
 * what it lacks
 * @param options.signal interrupts it until the rows are deleted
 * @throws AppError when the name is another one, when something is held, or when something changed since the export
 */
export async function deleteTenant(
  tenantId: number,
  {
    name,
    path,
    evenHeld,
    withoutMissing,
    signal,
  }: {
    name: string
    path: string
    evenHeld: boolean
    withoutMissing: boolean
    signal?: AbortSignal | undefined
  },
): Promise<Deletion> {
  const tenant = await findTenant(tenantId)
  if (tenant.name !== name)
    throw refusal(`Organisation ${tenantId} is called “${tenant.name}”, not “${name}”.`)
  if (existsSync(path)) throw refusal(`${path} exists already.`)
  await assertNotHeld(tenantId, evenHeld)
  if (!tenant.suspendedAt) await suspendTenant(tenantId)
  return withOwner(async (owner) => {
    // Requests that began before the suspension.
    await waitForOlderTransactions(owner, REST_SECONDS)
    // The trails in the export have the proofs of their last events.
    await endVisits(tenantId, sql`true`)
    await appendChangedHeads(now())
    const changes = await readChanges(owner, tenantId)
    const ctx = makeOperatorCtx(tenantId)
    const options = { path, signal, withoutMissing }
    const { count, missing } = await exportTenant(ctx, owner, options).catch((error: Error) => {
      const reason = `Nothing is deleted, as the export could not be written: ${error.message.replace(/\.$/, '')}.`
      if (error instanceof UnsignedPackage) throw refusal(`${reason} ${HOW_TO_SIGN}`)
      throw refusal(isFileFault(error) ? `${reason} With --without-missing such files are left out.` : reason)
    })
    try {
      await assertNotHeld(tenantId, evenHeld)
      if (signal?.aborted) throw refusal('Interrupted: nothing is deleted.')
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    const deleted = await deleteRows(owner, tenantId, changes)
    return { exportedFiles: count, missingFiles: missing, deleted }
  })
}

async function assertNotHeld(tenantId: number, evenHeld: boolean): Promise<void> {
  const held = evenHeld ? null : describeHeld(await findHeld(makeOperatorCtx(tenantId)))
  if (held) throw refusal(`Organisation ${tenantId} has ${held}. With --even-held they are deleted, too.`)
}

/** Events of a suspended tenant whose users read and sign in, and of requests for a password reset, which need no sign-in. */
const HARMLESS: readonly EventType[] = [
  'document.downloaded',
  'signature.attachment_downloaded',
  'vault.downloaded',
  'bulk_send.downloaded',
  'privacy.downloaded',
  'tenant.audit_exported',
  'user.signed_in',
  'user.signed_out',
  'user.sign_in_failed',
  'user.second_factor_failed',
  'user.recovery_code_used',
  'user.reauthenticated',
  'user.password_reset_requested',
  'tenant.sign_in_refused',
]

/**
 * The events of a tenant and those of visits that go on: every change adds one. Ids alone do not tell, as an event with a
 * lower one may be committed later.
 */
async function readChanges(owner: Sql | TransactionSql, tenantId: number): Promise<string> {
  const [row] = await owner<{ changes: string }[]>`
    select concat_ws(' ', (select count(*) || ' ' || coalesce(max(id), 0) from events
        where tenant_id = ${tenantId} and type <> all(${HARMLESS})),
      (select json_agg(pending_event order by chain) from chain_heads
        where tenant_id = ${tenantId} and pending_event is not null)) as changes`
  return row!.changes
}

async function deleteRows(owner: Sql, tenantId: number, changes: string): Promise<Record<string, number>> {
  const deleted = await owner.begin(async (tx) => {
    await tx`select from tenants where id = ${tenantId} for update`
    if ((await readChanges(tx, tenantId)) !== changes)
      throw refusal('Something changed since the export began: run it again with another file.')
    await deleteJobsOfTenant(tx, tenantId)
    return deleteTenantRows(tx, tenantId)
  })
  // What requests and jobs that had begun before have written meanwhile, and web processes from memory (reads, calls).
  await sleep(LATE_WRITES_MILLISECONDS)
  await waitForOlderTransactions(owner, REST_SECONDS)
  await owner.begin(async (tx) => {
    await deleteJobsOfTenant(tx, tenantId)
    await deleteTenantRows(tx, tenantId)
  })
  return deleted
}
