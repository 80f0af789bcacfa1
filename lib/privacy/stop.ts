import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { maskEmail } from '#lib/core/text/mask-email'
import { makeInitiatorCtx } from '#lib/identity/sessions/initiator'
import { englishMessage } from '#lib/messages/english'
import { changeRequest } from './find.ts'
import type { PrivacyRequestRow } from './present.ts'

/** Stops a locked request if its initiator may not do so any more. @returns whether it is stopped */
export async function stopIfNotPermitted(tx: Tx, ctx: Ctx, request: PrivacyRequestRow): Promise<boolean> {
  const { id, type, email, requestedById, requestedByKey: keyId, address } = request
  if (requestedById === null) return false
  const initiator = { userId: requestedById, keyId, address }
  const requester = await makeInitiatorCtx(tx, ctx, initiator, ['privacy.read'])
  if (!('key' in requester)) return false
  await changeRequest(tx, ctx, id, { status: 'blocked', stopReason: requester, completedAt: now() })
  await record(tx, ctx, {
    type: type === 'export' ? 'privacy.export_stopped' : 'privacy.erasure_blocked',
    subject: { tenant: ctx.tenantId },
    data: { request_id: id, email: maskEmail(email), reason: englishMessage(requester) },
  })
  return true
}
