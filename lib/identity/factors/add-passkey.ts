import { factorChallenges, passkeys } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { AppError, invalidState, validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { isDuplicate } from '../internal/unique.ts'
import { challengeExpired, findValidChallenge, isChallenge, lockChallenge } from './internal/challenges.ts'
import { factorAdded, findPasskeys } from './internal/factors.ts'
import { getFactorOwner, lockFactorOwner, requireConfirmedFactor } from './internal/owner.ts'
import { verifyRegistration } from './internal/passkeys.ts'
import { presentPasskey } from './present.ts'
import { MAX_PASSKEYS } from './rules.ts'
import type { NewPasskey, NewPasskeyRecord } from './schema.ts'

/** Adds the passkey that the browser created; the challenge in its options works once. */
export async function addPasskey(ctx: Ctx, input: NewPasskey): Promise<NewPasskeyRecord> {
  authorize(ctx, 'factor.change')
  const { sessionId, ...owner } = getFactorOwner(ctx)
  const use = { purpose: 'passkey_registration' as const, sessionId }
  const pending = await findValidChallenge(input.challenge, use, ctx.now)
  const credential = await verifyRegistration(input.credential, pending.passkeyChallenge)
  const outcome = await write(ctx, async (tx) => {
    const user = await lockFactorOwner(tx, ctx)
    await requireConfirmedFactor(tx, ctx, user)
    const challenge = await lockChallenge(tx, pending)
    if (!challenge) return challengeExpired(use)
    await tx.delete(factorChallenges).where(isChallenge(challenge))
    if (!credential) return validationError({ credential: [errorText('identity.passkeyNotVerified')] })
    if ((await findPasskeys(tx, owner)).length >= MAX_PASSKEYS)
      throw invalidState(errorText('refusals.passkeyLimitReached', { limit: MAX_PASSKEYS }), 'full')
    const { id: credentialId, publicKey, counter, transports = [] } = credential
    const { name } = input
    const [row] = await tx
      .insert(passkeys)
      .values({ ...owner, name, credentialId, publicKey, counter, transports, createdAt: ctx.now })
      .returning()
      .catch((error: unknown) => {
        throw isDuplicate(error)
          ? validationError({ credential: [errorText('identity.passkeyAlreadyAdded')] })
          : error
      })
    const recovery_codes = await factorAdded(tx, ctx, user, { factor: 'passkey', name })
    return { ...presentPasskey(row!), recovery_codes }
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}
