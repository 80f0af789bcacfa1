import { webhooks } from '#db/schema/webhooks'
import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { thisWebhook } from './find.ts'

/** Removes an endpoint with its log; what waits for it is never sent. */
export async function deleteWebhook(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'webhook.manage')
  await write(ctx, async (tx) => {
    const [gone] = await tx.delete(webhooks).where(thisWebhook(ctx, id)).returning({ url: webhooks.url })
    if (!gone) throw notFound()
    await record(tx, ctx, { type: 'webhook.deleted', subject: { webhook: id }, data: { url: gone.url } })
  })
}
