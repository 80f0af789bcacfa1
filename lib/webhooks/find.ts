import { and, eq } from 'drizzle-orm'
import { webhooks } from '#db/schema/webhooks'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import type { WebhookRow } from './present.ts'

/** The condition for the tenant's endpoints of the caller's mode (live or test). */
export function whereVisibleWebhook({ tenantId, testMode }: Pick<Ctx, 'tenantId' | 'testMode'>) {
  return and(eq(webhooks.tenantId, tenantId), eq(webhooks.testMode, testMode))
}

function whereVisibleWebhookId(ctx: Ctx, id: number) {
  return and(whereVisibleWebhook(ctx), eq(webhooks.id, id))
}

/** The condition for an endpoint of the tenant in either mode; the caller has checked that it is visible. */
export function whereWebhook({ tenantId }: Pick<Ctx, 'tenantId'>, id: number) {
  return and(eq(webhooks.tenantId, tenantId), eq(webhooks.id, id))
}

/** One endpoint that the caller sees. @throws AppError `not_found`. */
export async function findWebhook(reader: Reader, ctx: Ctx, id: number): Promise<WebhookRow> {
  const [row] = await reader.select().from(webhooks).where(whereVisibleWebhookId(ctx, id))
  if (!row) throw notFound()
  return row
}

/** Like `findWebhook`, but locked against changes until the transaction ends; messages may still be created for it. */
export async function lockWebhook(tx: Tx, ctx: Ctx, id: number): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhooks).where(whereVisibleWebhookId(ctx, id)).for('no key update')
  if (!row) throw notFound()
  return row
}

/** Updates a locked webhook. */
export async function changeWebhook(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId'>,
  id: number,
  changes: Partial<WebhookRow>,
): Promise<WebhookRow> {
  const [row] = await tx.update(webhooks).set(changes).where(whereWebhook(ctx, id)).returning()
  return row!
}
