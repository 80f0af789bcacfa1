import { and, asc, eq, exists, lte } from 'drizzle-orm'
import { webhookLogs, webhooks } from '#db/schema/webhooks'
import { forEachDueTenant } from '#db/tenancy/due-tenants'
import { write } from '#db/tenancy/tenant'
import { enqueueDeliveryRun } from './queue.ts'

/**
 * Enqueues a run for each active webhook with a due message, in all tenants, where none waits: an operator may have
 * discarded the one that was to deliver it, or a worker of an earlier version ended it too early.
 */
export function resumeDeliveries(now: Date, signal?: AbortSignal): Promise<void> {
  const resume = (tenantId: number) =>
    write({ tenantId }, async (tx) => {
      const due = tx
        .select({ id: webhookLogs.id })
        .from(webhookLogs)
        .where(
          and(
            eq(webhookLogs.webhookId, webhooks.id),
            eq(webhookLogs.status, 'pending'),
            lte(webhookLogs.dueAt, now),
          ),
        )
      const waiting = await tx
        .select({ id: webhooks.id })
        .from(webhooks)
        .where(and(eq(webhooks.tenantId, tenantId), eq(webhooks.active, true), exists(due)))
        .orderBy(asc(webhooks.id))
        .for('share')
      for (const { id } of waiting) await enqueueDeliveryRun(tx, { tenantId, webhookId: id })
    })
  return forEachDueTenant('webhooks.resume', now, resume, signal)
}
