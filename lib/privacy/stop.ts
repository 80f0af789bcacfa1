import { and, eq } from 'drizzle-orm'
import { privacyRequests } from '#db/schema/privacy'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { maskEmail } from '#lib/core/text/mask-email'
import { makeInitiatorCtx } from '#lib/identity/sessions/initiator'
import { englishMessage } from '#lib/messages/english'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { changeRequest, whereOpen } from './find.ts'
import type { PrivacyRequestRow } from './present.ts'

/** Stops a locked request if its initiator may not do so any more. @returns whether it is stopped */
export async function stopIfNotPermitted(tx: Tx, ctx: Ctx, request: PrivacyRequestRow): Promise<boolean> {
  const { requestedById, requestedByKey: keyId, address } = request
  if (requestedById === null) return false
  const initiator = { userId: requestedById, keyId, address }
  const requester = await makeInitiatorCtx(tx, ctx, initiator, ['privacy.read'])
  if (!('key' in requester)) return false
  await stopRequest(tx, ctx, request, requester)
  return true
}

/** Stops the request of a job that an operator deletes, in the transaction of that; nothing if it has ended. */
export async function stopDiscarded(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const [request] = await tx
    .select()
    .from(privacyRequests)
    .where(and(eq(privacyRequests.tenantId, ctx.tenantId), eq(privacyRequests.id, id), whereOpen))
    .for('update')
  if (request) await stopRequest(tx, ctx, request, errorText('failures.requestDiscarded'))
}

/** Ends a locked request with the reason; another one for this person can begin. */
export async function stopRequest(
  tx: Tx,
  ctx: Ctx,
  { id, type, email }: Pick<PrivacyRequestRow, 'id' | 'type' | 'email'>,
  reason: ErrorText,
): Promise<void> {
  await changeRequest(tx, ctx, id, { status: 'blocked', stopReason: reason, completedAt: now() })
  await record(tx, ctx, {
    type: type === 'export' ? 'privacy.export_stopped' : 'privacy.erasure_blocked',
    subject: { tenant: ctx.tenantId },
    data: { request_id: id, email: maskEmail(email), reason: englishMessage(reason) },
  })
}
