import { read, type Tx, write } from '#db/tenancy/tenant'
import { listChanged } from '#lib/audit/changes'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { authorizeAuditGroup, hasAuditGroup, recordOpenVisits } from './audit-group.ts'
import { cancelPendingDeliveries } from './delivery/internal/cancel-deliveries.ts'
import { changeWebhook, findWebhook, lockWebhook } from './find.ts'
import { presentWebhook, type WebhookRow } from './present.ts'
import { noFailures } from './rules.ts'
import type { WebhookPatch, WebhookRecord } from './schema.ts'
import { assertTarget } from './validate-url.ts'

/** Changes the given members. Turning a webhook off drops its pending deliveries; another URL has not failed yet. */
export async function updateWebhook(ctx: Ctx, id: number, patch: WebhookPatch): Promise<WebhookRecord> {
  authorize(ctx, 'webhook.change')
  if (patch.url !== undefined) await assertOtherTarget(ctx, id, patch.url)
  if (hasAuditGroup(patch.events ?? []) || patch.active) await recordOpenVisits(ctx)
  return write(ctx, async (tx) => {
    const before = await lockWebhook(tx, ctx, id)
    const auditSince =
      hasAuditGroup(patch.events ?? []) && !hasAuditGroup(before.events) ? ctx.now : before.auditSince
    authorizeAuditGroup(ctx, { auditSince })
    const changes = { ...patch, ...(patch.description === '' && { description: null }) }
    const changed = listChanged(changes, before).sort()
    if (changed.length === 0) return presentWebhook(before)
    const isOtherTarget = patch.url !== undefined && patch.url !== before.url
    const activeChanges = await setActive(tx, ctx, before, patch.active)
    const after = await changeWebhook(tx, ctx, id, {
      ...changes,
      ...(isOtherTarget && noFailures),
      ...activeChanges,
      auditSince,
    })
    const { url, events, active, testMode } = after
    const data = { changed, url, events, active, test_mode: testMode }
    await record(tx, ctx, { type: 'webhook.updated', subject: { webhook: id }, data })
    return presentWebhook(after)
  })
}

/** Checks another URL. The present one was checked when it was set: a record may be sent back whole. */
async function assertOtherTarget(ctx: Ctx, id: number, url: string): Promise<void> {
  const before = await read(ctx, (reader) => findWebhook(reader, ctx, id))
  if (url !== before.url) await assertTarget(url)
}

async function setActive(
  tx: Tx,
  ctx: Ctx,
  before: WebhookRow,
  active: boolean | undefined,
): Promise<Partial<WebhookRow>> {
  if (active === undefined || active === before.active) return {}
  if (active) return { ...noFailures, disabledReason: null, activeSince: ctx.now }
  await cancelPendingDeliveries(tx, ctx, before.id)
  return {}
}
