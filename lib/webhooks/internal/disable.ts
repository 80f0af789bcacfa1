import type { Tx } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { changeWebhook } from '../find.ts'
import type { WebhookRow } from '../present.ts'
import { type DisabledFor, disabledReasons } from '../rules.ts'
import { abandon } from './abandon.ts'

/** Switches an endpoint off that answers no more, and says why. */
export async function disable(
  tx: Tx,
  ctx: Ctx,
  { id, url, active, testMode }: WebhookRow,
  cause: DisabledFor,
): Promise<void> {
  if (!active) return
  const reason = disabledReasons[cause]
  await changeWebhook(tx, ctx, id, { active: false, disabledReason: reason })
  await abandon(tx, ctx, id)
  const data = { url, cause, reason, test_mode: testMode }
  await record(tx, ctx, { type: 'webhook.disabled', subject: { webhook: id }, data })
}
