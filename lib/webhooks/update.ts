import { read, type Tx, write } from '#db/tenancy/tenant'
import { listChanged } from '#lib/audit/changes'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { lockCredential } from '#lib/identity/sessions/credential'
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
  const found = await read(ctx, (reader) => findWebhook(reader, ctx, id))
  authorizeAuditGroup(ctx, { auditSince: getAuditSince(ctx, found, patch) })
  // The present one was checked when it was set: a record may be sent back whole.
  if (patch.url !== undefined && patch.url !== found.url) await assertTarget(patch.url)
  if (beginsAuditLog(found, patch)) await recordOpenVisits(ctx)
  return write(ctx, async (tx) => {
    await lockCredential(tx, ctx)
    const before = await lockWebhook(tx, ctx, id)
    const auditSince = getAuditSince(ctx, before, patch)
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

/** Since when it has the audit log, or has had it. */
function getAuditSince(ctx: Ctx, { events, auditSince }: WebhookRow, patch: WebhookPatch): Date | null {
  return hasAuditGroup(patch.events ?? []) && !hasAuditGroup(events) ? ctx.now : auditSince
}

/** Whether it gets the audit log, and did not before. */
function beginsAuditLog({ events, active }: WebhookRow, patch: WebhookPatch): boolean {
  const gotAuditLog = active && hasAuditGroup(events)
  return !gotAuditLog && (patch.active ?? active) && hasAuditGroup(patch.events ?? events)
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
