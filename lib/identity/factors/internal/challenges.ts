import { and, eq, lt } from 'drizzle-orm'
import { factorChallenges } from '#db/schema/identity-sign-in'
import { findChallenge } from '#db/tenancy/cross-tenant'
import { read, type Tx } from '#db/tenancy/tenant'
import { addSeconds, earliest, secondsUntil } from '#lib/core/clock'
import { AppError, validationError } from '#lib/core/errors'
import { randomToken, sha256Hex } from '#lib/core/ids'
import { CHALLENGE_SECONDS } from '#lib/identity/factors/rules'
import { errorText } from '#lib/messages/errors'
import type { FactorOwner } from './owner.ts'

export type ChallengeRow = typeof factorChallenges.$inferSelect

/** The purpose of a challenge and its session (null for a sign-in). */
type ChallengeUse = Pick<ChallengeRow, 'purpose' | 'sessionId'>

/** The use of a new challenge; the rest is of the provider through which a sign-in began. */
export type NewChallengeUse = ChallengeUse &
  Partial<Pick<ChallengeRow, 'issuer' | 'protocol' | 'sessionEndsAt'>>

interface IssuedChallenge {
  /** Only its hash is stored. */
  token: string
  passkeyChallenge: string
}

/** Creates a challenge and deletes the expired challenges of the user. */
export async function issueChallenge(
  tx: Tx,
  { tenantId, userId }: FactorOwner,
  challengeUse: NewChallengeUse,
  time: Date,
): Promise<IssuedChallenge> {
  await tx
    .delete(factorChallenges)
    .where(
      and(
        eq(factorChallenges.tenantId, tenantId),
        eq(factorChallenges.userId, userId),
        lt(factorChallenges.expiresAt, time),
      ),
    )
  const token = randomToken()
  const passkeyChallenge = randomToken()
  await tx.insert(factorChallenges).values({
    tenantId,
    userId,
    ...challengeUse,
    tokenHash: sha256Hex(token),
    passkeyChallenge,
    expiresAt: earliest(addSeconds(time, CHALLENGE_SECONDS), challengeUse.sessionEndsAt),
  })
  return { token, passkeyChallenge }
}

/** The pending challenge of a token. @throws AppError when it is unknown, expired or of another use */
export async function findValidChallenge(
  token: string,
  challengeUse: ChallengeUse,
  time: Date,
): Promise<ChallengeRow> {
  const ref = await findChallenge(sha256Hex(token))
  if (!ref) throw challengeExpired(challengeUse)
  const [row] = await read(ref, (reader) =>
    reader
      .select()
      .from(factorChallenges)
      .where(and(eq(factorChallenges.tenantId, ref.tenantId), eq(factorChallenges.id, ref.id))),
  )
  const isPending = row && secondsUntil(row.expiresAt, time, CHALLENGE_SECONDS) > 0
  if (!isPending || row.purpose !== challengeUse.purpose || row.sessionId !== challengeUse.sessionId)
    throw challengeExpired(challengeUse)
  return row
}

/** Reads the challenge again and locks it; null if it was used meanwhile. */
export async function lockChallenge(tx: Tx, challenge: ChallengeRow): Promise<ChallengeRow | null> {
  const [row] = await tx.select().from(factorChallenges).where(isChallenge(challenge)).for('update')
  return row ?? null
}

export function isChallenge({ tenantId, id }: ChallengeRow) {
  return and(eq(factorChallenges.tenantId, tenantId), eq(factorChallenges.id, id))
}

/** 401 for a sign-in; 400 within a session, because a 401 would mean that the session has ended. */
export function challengeExpired({ purpose }: ChallengeUse): AppError {
  const message = errorText('identity.challengeExpired')
  return purpose === 'sign_in'
    ? new AppError('invalid_credentials', message)
    : validationError({ challenge: [message] })
}
