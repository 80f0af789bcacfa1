import { read } from '#db/tenancy/tenant'
import { AppError } from '#lib/core/errors'
import { findValidChallenge } from './internal/challenges.ts'
import { factorRequest } from './internal/proofs.ts'

/**
 * The request for the second factor of a sign-in that waits for it; null when its challenge has expired or was used.
 */
export async function viewChallenge(challenge: string, time: Date) {
  try {
    const { tenantId, userId, passkeyChallenge } = await findValidChallenge(
      challenge,
      { purpose: 'sign_in', sessionId: null },
      time,
    )
    return await read({ tenantId }, (reader) =>
      factorRequest(reader, { tenantId, userId }, challenge, passkeyChallenge),
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_credentials') return null
    throw error
  }
}
