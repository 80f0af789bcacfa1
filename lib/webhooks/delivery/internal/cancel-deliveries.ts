import { and, eq, gt } from 'drizzle-orm'
import { webhookLogs, webhookMessages } from '#db/schema/webhooks'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { errorText } from '#lib/messages/errors'

/** Cancels the pending deliveries of a disabled webhook; each can be replayed. */
export async function cancelPendingDeliveries(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId' | 'now'>,
  webhookId: number,
): Promise<void> {
  await tx
    .update(webhookMessages)
    .set({ status: 'failed' })
    .where(
      and(
        eq(webhookMessages.tenantId, ctx.tenantId),
        eq(webhookMessages.webhookId, webhookId),
        eq(webhookMessages.status, 'pending'),
      ),
    )
  await tx
    .update(webhookLogs)
    .set({ status: 'failed', error: errorText('failures.webhookDisabled') })
    .where(
      and(
        eq(webhookLogs.tenantId, ctx.tenantId),
        eq(webhookLogs.webhookId, webhookId),
        eq(webhookLogs.status, 'pending'),
      ),
    )
  await tx
    .update(webhookLogs)
    .set({ nextRetryAt: null })
    .where(
      and(
        eq(webhookLogs.tenantId, ctx.tenantId),
        eq(webhookLogs.webhookId, webhookId),
        gt(webhookLogs.nextRetryAt, ctx.now),
      ),
    )
}
