import { sql } from 'drizzle-orm'
import { AUDIT_GROUP } from '#lib/audit/events'
import { endVisits } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import type { WebhookRow } from './present.ts'

/** Whether the subscription has every event of the audit log. */
export const hasAuditGroup = (events: readonly string[]) => events.includes(AUDIT_GROUP)

/**
 * Checks that the caller may read the audit log, if the webhook gets its events or has got them: its deliveries and its
 * URL are then a way to read it.
 */
export function authorizeAuditGroup(ctx: Ctx, { auditSince }: Pick<WebhookRow, 'auditSince'>): void {
  if (auditSince !== null) authorize(ctx, 'audit.read')
}

/** Records the open visits before a webhook gets the audit log: their events are dated by changes before it. */
export function recordOpenVisits({ tenantId }: Pick<Ctx, 'tenantId'>): Promise<void> {
  return endVisits(tenantId, sql`true`)
}
