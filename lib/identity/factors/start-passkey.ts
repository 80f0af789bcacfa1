import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { issueChallenge } from './internal/challenges.ts'
import { findPasskeys } from './internal/factors.ts'
import { getFactorOwner, lockFactorOwner } from './internal/owner.ts'
import { creationOptions } from './internal/passkeys.ts'
import type { PasskeyOptionsRecord } from './schema.ts'

/** Returns a challenge and the options with which the browser creates a passkey. */
export async function startPasskey(ctx: Ctx): Promise<PasskeyOptionsRecord> {
  authorize(ctx, 'factor.change')
  const { sessionId, ...owner } = getFactorOwner(ctx)
  return write(ctx, async (tx) => {
    const { id, name, email } = await lockFactorOwner(tx, ctx)
    const use = { purpose: 'passkey_registration' as const, sessionId }
    const { token, passkeyChallenge } = await issueChallenge(tx, owner, use, ctx.now)
    const existing = await findPasskeys(tx, owner)
    const options = await creationOptions({ id, name, email: email ?? '' }, existing, passkeyChallenge)
    return { challenge: token, options: { ...options } }
  })
}
