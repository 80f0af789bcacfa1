import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { englishMessage } from '#lib/messages/english'
import { cancelPendingDeliveries } from '../delivery/internal/cancel-deliveries.ts'
import { changeWebhook } from '../find.ts'
import type { WebhookRow } from '../present.ts'
import { type DisabledReason, disabledReasons } from '../rules.ts'

/** Disables a webhook after failures, with the reason. */
export async function disable(
  tx: Tx,
  ctx: Ctx,
  { id, url, active, testMode }: WebhookRow,
  cause: DisabledReason,
): Promise<void> {
  if (!active) return
  const reason = englishMessage(disabledReasons[cause])
  await changeWebhook(tx, ctx, id, { active: false, disabledReason: reason })
  await cancelPendingDeliveries(tx, ctx, id)
  const data = { url, cause, reason, test_mode: testMode }
  await record(tx, ctx, { type: 'webhook.disabled', subject: { webhook: id }, data })
}
