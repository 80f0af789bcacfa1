import { sql } from 'drizzle-orm'
import { database } from '../connection/client.ts'

/** The queue of a job that runs often, or at each start, and has something to do for few tenants. */
export type TenantJob =
  | 'processes.expire'
  | 'processes.remind'
  | 'audit.visits'
  | 'webhooks.resume'
  | 'http.purge'
  | 'privacy.expire'
  | 'identity.check-senders'

/**
 * The ids of the tenants for which the job has something to do, so that it opens no transaction for the others.
 * @param at what was to be done by then is due
 */
export async function listDueTenantIds(job: TenantJob, at: Date): Promise<number[]> {
  const rows = await database().execute<{ tenant_id: string }>(
    sql`select tenant_id from cross_tenant_list_due_tenants(${job}, ${at.toISOString()})`,
  )
  return rows.map((row) => Number(row.tenant_id))
}

/** Runs `callback` for each of these tenants, one after the other; failures are thrown together at the end. */
export async function forEachDueTenant(
  job: TenantJob,
  at: Date,
  callback: (tenantId: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const tenantId of await listDueTenantIds(job, at)) {
    signal?.throwIfAborted()
    await callback(tenantId).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${job} failed for ${failures.length} tenants.`)
}
