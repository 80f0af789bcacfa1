import { webhooks } from '#db/schema/webhooks'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { authorizeAuditGroup } from './audit-group.ts'
import { lockWebhook, whereWebhook } from './find.ts'

/** Deletes a webhook with its log; pending deliveries are dropped. */
export async function deleteWebhook(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'webhook.change')
  await write(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, ctx, id)
    authorizeAuditGroup(ctx, webhook)
    const { url, testMode } = webhook
    await tx.delete(webhooks).where(whereWebhook(ctx, id))
    await record(tx, ctx, {
      type: 'webhook.deleted',
      subject: { webhook: id },
      data: { url, test_mode: testMode },
    })
  })
}
