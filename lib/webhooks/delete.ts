import { eq } from 'drizzle-orm'
import { webhooks } from '#db/schema/webhooks'
import { type Tx, write } from '#db/tenancy/tenant'
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

/** Deletes all webhooks of the tenant, live and test, within a transaction. */
export async function deleteAllWebhooks(tx: Tx, ctx: Ctx): Promise<void> {
  authorize(ctx, 'webhook.change')
  const deleted = await tx.delete(webhooks).where(eq(webhooks.tenantId, ctx.tenantId)).returning()
  for (const { id, url, testMode } of deleted) {
    const data = { url, test_mode: testMode }
    await record(tx, ctx, { type: 'webhook.deleted', subject: { webhook: id }, data })
  }
}
