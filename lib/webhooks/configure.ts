import { eq, sql } from 'drizzle-orm'
import { webhooks } from '#db/schema/webhooks'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { lockCredential } from '#lib/identity/sessions/credential'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { authorizeAuditGroup, hasAuditGroup, recordOpenVisits } from './audit-group.ts'
import { encryptSecret, formatSecret, newSecret } from './delivery/signature.ts'
import { presentWebhook } from './present.ts'
import { MAX_WEBHOOKS } from './rules.ts'
import type { NewWebhook, WebhookWithSecret } from './schema.ts'
import { assertTarget } from './validate-url.ts'

/** Creates a webhook. Only the response has the plain secret. */
export async function configureWebhook(ctx: Ctx, input: NewWebhook): Promise<WebhookWithSecret> {
  authorize(ctx, 'webhook.change')
  const auditSince = hasAuditGroup(input.events) ? ctx.now : null
  authorizeAuditGroup(ctx, { auditSince })
  await assertTarget(input.url)
  if (auditSince) await recordOpenVisits(ctx)
  const secret = newSecret()
  return write(ctx, async (tx) => {
    await lockCredential(tx, ctx)
    await assertWebhookLimit(tx, ctx)
    const [row] = await tx
      .insert(webhooks)
      .values({
        tenantId: ctx.tenantId,
        url: input.url,
        events: input.events,
        description: input.description || null,
        active: input.active,
        testMode: ctx.testMode,
        activeSince: ctx.now,
        auditSince,
        secret: encryptSecret(ctx.tenantId, secret),
        createdAt: ctx.now,
      })
      .returning()
    const { id, url, events, active, testMode } = row!
    await record(tx, ctx, {
      type: 'webhook.created',
      subject: { webhook: id },
      data: { url, events, active, test_mode: testMode },
    })
    return { ...presentWebhook(row!), secret: formatSecret(secret) }
  })
}

/** Enforces the limit of webhooks, test mode included, also for concurrent requests. */
async function assertWebhookLimit(tx: Tx, ctx: Ctx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.tenantId} webhooks`}, 0))`)
  const count = await tx.$count(webhooks, eq(webhooks.tenantId, ctx.tenantId))
  if (count < MAX_WEBHOOKS) return
  throw invalidState(errorText('refusals.webhookLimitReached', { limit: MAX_WEBHOOKS }), 'full')
}
