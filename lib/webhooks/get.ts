import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findWebhook } from './find.ts'
import { presentWebhook } from './present.ts'
import type { WebhookRecord } from './schema.ts'

/** One endpoint of the tenant. */
export async function getWebhook(ctx: Ctx, id: number): Promise<WebhookRecord> {
  authorize(ctx, 'webhook.read')
  return presentWebhook(await read(ctx, (reader) => findWebhook(reader, ctx, id)))
}
