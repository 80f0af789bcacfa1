import { webhookLogs, webhookMessages } from '#db/schema/webhooks'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { randomToken } from '#lib/core/ids'
import { authorize } from '#lib/policy'
import { authorizeAuditGroup } from '../audit-group.ts'
import { lockWebhook } from '../find.ts'
import { presentLog } from '../present.ts'
import { TEST_EVENT } from '../rules.ts'
import type { WebhookLogRecord } from '../schema.ts'
import { testPayload } from './payload.ts'
import { enqueueDeliveryRun } from './queue.ts'

/** Sends a test event to the webhook, even if it is disabled. The log shows the result. */
export function sendTest(ctx: Ctx, id: number): Promise<WebhookLogRecord> {
  authorize(ctx, 'webhook.manage')
  return write(ctx, async (tx) => {
    const { tenantId, now } = ctx
    const webhook = await lockWebhook(tx, ctx, id)
    authorizeAuditGroup(ctx, webhook)
    const { url, testMode } = webhook
    const [message] = await tx
      .insert(webhookMessages)
      .values({
        tenantId,
        webhookId: id,
        eventId: null,
        messageId: `msg_${randomToken(24)}`,
        chain: 'test',
        seq: 0,
        event: TEST_EVENT,
        body: testPayload(ctx, id),
        createdAt: now,
      })
      .returning()
    const attempt = { tenantId, webhookId: id, messageRowId: message!.id, url, attempt: 1 }
    const [log] = await tx
      .insert(webhookLogs)
      .values({ ...attempt, dueAt: now, manual: true, createdAt: now })
      .returning()
    await enqueueDeliveryRun(tx, { tenantId, webhookId: id })
    await record(tx, ctx, {
      type: 'webhook.tested',
      subject: { webhook: id },
      data: { url, test_mode: testMode },
    })
    return presentLog(ctx, log!, message!, webhook)
  })
}
