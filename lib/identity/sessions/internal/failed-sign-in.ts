import { recordRead } from '#lib/audit/reads'
import { makeSystemCtx, type RequestMeta } from '#lib/core/ctx'
import { findVisitedAccounts, getVisitorMeta } from '#lib/identity/account/confirmed'
import { LOGIN_WINDOW_SECONDS } from '#lib/identity/rules'
import { consume } from '#lib/limits/limiter'
import type { SessionRow } from './sessions.ts'

/** Of an account: anyone can cause any number of refusals, and events are never deleted. */
const RECORDED_REFUSALS = { points: 1, windowSeconds: LOGIN_WINDOW_SECONDS }

/**
 * Records a sign-in with a wrong password, or the first one of a window after too many attempts, at each account with
 * this address. The event is written after the response, whose duration does not tell whether there is an account;
 * several attempts from one address in two seconds are one event. It has no email address: an erasure could not remove
 * it from the chain.
 */
export async function recordFailedSignIn(
  requestMeta: RequestMeta,
  email: string,
  kind: SessionRow['kind'],
  reason: 'wrong_password' | 'rate_limited',
): Promise<void> {
  for (const account of await findVisitedAccounts(email)) {
    const { tenantId, id } = account
    if (reason === 'rate_limited') {
      const { allowed } = await consume('refused-sign-in', String(id), RECORDED_REFUSALS)
      if (!allowed) continue
    }
    recordRead(makeSignInCtx(getVisitorMeta(requestMeta, account), tenantId), {
      type: 'user.sign_in_failed',
      subject: { user: id },
      data: { user_id: id, session: kind, method: 'password', reason },
    })
  }
}

/** The context of somebody who has not proved who they are. */
export function makeSignInCtx(requestMeta: RequestMeta, tenantId: number) {
  const { now, requestId, address, userAgent } = requestMeta
  return { ...makeSystemCtx(tenantId, 'sign-in', now), requestId, address, userAgent }
}
