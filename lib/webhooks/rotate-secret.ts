import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { lockCredential } from '#lib/identity/sessions/credential'
import { authorize } from '#lib/policy'
import { authorizeAuditGroup } from './audit-group.ts'
import { encryptPrevious, encryptSecret, formatSecret, newSecret } from './delivery/signature.ts'
import { changeWebhook, lockWebhook } from './find.ts'
import { presentWebhook } from './present.ts'
import { OLD_SECRET_HOURS } from './rules.ts'
import type { WebhookWithSecret } from './schema.ts'

/** Creates a new secret, shown only in this response; for a day, deliveries are signed with the old ones, too. */
export function rotateSecret(ctx: Ctx, id: number): Promise<WebhookWithSecret> {
  authorize(ctx, 'webhook.change')
  const secret = newSecret()
  return write(ctx, async (tx) => {
    await lockCredential(tx, ctx)
    const before = await lockWebhook(tx, ctx, id)
    authorizeAuditGroup(ctx, before)
    const after = await changeWebhook(tx, ctx, id, {
      secret: encryptSecret(ctx.tenantId, secret),
      previousSecret: encryptPrevious(before, ctx.now),
      previousUntil: addSeconds(ctx.now, OLD_SECRET_HOURS * 3600),
    })
    await record(tx, ctx, {
      type: 'webhook.secret_rotated',
      subject: { webhook: id },
      data: { url: before.url, test_mode: before.testMode },
    })
    return { ...presentWebhook(after), secret: formatSecret(secret) }
  })
}
