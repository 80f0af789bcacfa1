import { and, eq, lt, ne, notExists } from 'drizzle-orm'
import { webhookLogs, webhookMessages } from '#db/schema/webhooks'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { LOG_DAYS } from '../rules.ts'

/** Deletes old deliveries of all tenants, and messages without deliveries. */
export async function purgeLogs(now: Date, signal?: AbortSignal): Promise<void> {
  const before = addDays(now, -LOG_DAYS)
  for (const tenantId of await listTenantIds()) {
    signal?.throwIfAborted()
    await write({ tenantId }, async (tx) => {
      const isOfTenant = eq(webhookLogs.tenantId, tenantId)
      await tx
        .delete(webhookLogs)
        .where(and(isOfTenant, lt(webhookLogs.createdAt, before), ne(webhookLogs.status, 'pending')))
      const deliveriesOfMessage = tx
        .select()
        .from(webhookLogs)
        .where(and(isOfTenant, eq(webhookLogs.messageRowId, webhookMessages.id)))
      await tx
        .delete(webhookMessages)
        .where(
          and(
            eq(webhookMessages.tenantId, tenantId),
            lt(webhookMessages.createdAt, before),
            notExists(deliveriesOfMessage),
          ),
        )
    })
  }
}
