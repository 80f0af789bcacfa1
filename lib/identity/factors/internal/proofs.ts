import { and, eq } from 'drizzle-orm'
import { factorChallenges, passkeys, totpSecrets } from '#db/schema/identity-sign-in'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { decrypt } from '#lib/core/secretbox'
import { type FactorMethod, MAX_ATTEMPTS } from '#lib/identity/factors/rules'
import type { Assertion, Proof } from '#lib/identity/factors/schema'
import type { ErrorText } from '#lib/messages/errors'
import { errorText } from '#lib/messages/errors'
import {
  type ChallengeRow,
  challengeExpired,
  isChallenge,
  issueChallenge,
  lockChallenge,
  type NewChallengeUse,
} from './challenges.ts'
import { findPasskeys, findTotp, whereOwnedPasskey } from './factors.ts'
import type { FactorOwner } from './owner.ts'
import { requestOptions, verifyAssertion } from './passkeys.ts'
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.ts'
import { findMatchingStep } from './totp.ts'

/** The purpose of the key that encrypts TOTP secrets. */
export const TOTP_PURPOSE = 'totp secret'

const errorTexts: Record<FactorMethod, ErrorText> = {
  totp: errorText('refusals.incorrectCode'),
  recovery_code: errorText('refusals.incorrectCode'),
  passkey: errorText('identity.passkeyNotVerified'),
}

/** The error that asks for a second factor, with a challenge; the caller throws it after the transaction. */
export async function factorRequired(
  tx: Tx,
  owner: FactorOwner,
  challengeUse: NewChallengeUse,
  time: Date,
): Promise<AppError> {
  const { token, passkeyChallenge } = await issueChallenge(tx, owner, challengeUse, time)
  const request = await factorRequest(tx, owner, token, passkeyChallenge)
  return new AppError('second_factor_required', 'A second factor is required.', { ...request })
}

/** What a page needs to ask for a second factor: the methods of the user, and the options for passkeys. */
export async function factorRequest(
  reader: Reader,
  owner: FactorOwner,
  challenge: string,
  passkeyChallenge: string,
) {
  const hasTotp = (await findTotp(reader, owner))?.confirmedAt != null
  const ownPasskeys = await findPasskeys(reader, owner)
  const hasCodes = (await countRecoveryCodes(reader, owner)) > 0
  const methods: FactorMethod[] = [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(ownPasskeys.length > 0 ? (['passkey'] as const) : []),
    ...(hasCodes ? (['recovery_code'] as const) : []),
  ]
  return {
    challenge,
    methods,
    ...(ownPasskeys.length > 0 && { passkey_options: await requestOptions(ownPasskeys, passkeyChallenge) }),
  }
}

/**
 * Checks a proof of a second factor; a valid proof deletes the challenge. The caller has locked the user.
 * @returns the method, or the error, which the caller throws after the transaction, so that the attempt counts
 */
export async function redeemChallenge(
  tx: Tx,
  ctx: Ctx,
  pending: ChallengeRow,
  proof: Proof,
): Promise<FactorMethod | AppError> {
  const challenge = await lockChallenge(tx, pending)
  if (!challenge) return challengeExpired(pending)
  const method = getMethod(proof)
  const attemptsLeft = MAX_ATTEMPTS - challenge.attempts - 1
  const isValid = await isValidProof(tx, ctx, challenge, proof)
  if (isValid || attemptsLeft === 0) await tx.delete(factorChallenges).where(isChallenge(challenge))
  if (isValid) return method
  if (attemptsLeft > 0)
    await tx
      .update(factorChallenges)
      .set({ attempts: challenge.attempts + 1 })
      .where(isChallenge(challenge))
  const data = { user_id: challenge.userId, method }
  await record(tx, ctx, { type: 'user.second_factor_failed', subject: { user: challenge.userId }, data })
  return new AppError('invalid_code', errorTexts[method], { attempts_left: attemptsLeft })
}

function getMethod({ code, passkey }: Proof): FactorMethod {
  if (code !== undefined) return 'totp'
  return passkey ? 'passkey' : 'recovery_code'
}

function isValidProof(tx: Tx, ctx: Ctx, challenge: ChallengeRow, proof: Proof): Promise<boolean> {
  const { tenantId, userId, passkeyChallenge } = challenge
  const owner = { tenantId, userId }
  if (proof.code !== undefined) return acceptTotpCode(tx, owner, proof.code, ctx.now)
  if (proof.passkey) return acceptPasskey(tx, owner, proof.passkey, passkeyChallenge, ctx.now)
  return acceptRecoveryCode(tx, ctx, owner, proof.recovery_code ?? '')
}

async function acceptTotpCode(tx: Tx, owner: FactorOwner, code: string, time: Date): Promise<boolean> {
  const row = await findTotp(tx, owner)
  if (!row?.confirmedAt) return false
  const step = findMatchingStep(
    decrypt(TOTP_PURPOSE, row.secret, `user ${owner.userId}`),
    code,
    time,
    row.lastStep,
  )
  if (step === null) return false
  await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.tenantId, owner.tenantId), eq(totpSecrets.userId, owner.userId)))
  return true
}

async function acceptPasskey(
  tx: Tx,
  owner: FactorOwner,
  assertion: Assertion,
  challenge: string,
  time: Date,
): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(passkeys)
    .where(and(whereOwnedPasskey(owner), eq(passkeys.credentialId, assertion.id)))
  const counter = row ? await verifyAssertion(assertion, challenge, row) : null
  if (!row || counter === null) return false
  await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: time })
    .where(and(whereOwnedPasskey(owner), eq(passkeys.id, row.id)))
  return true
}

async function acceptRecoveryCode(tx: Tx, ctx: Ctx, owner: FactorOwner, code: string): Promise<boolean> {
  if (!(await consumeRecoveryCode(tx, owner, code))) return false
  const data = { user_id: owner.userId, remaining: await countRecoveryCodes(tx, owner) }
  await record(tx, ctx, { type: 'user.recovery_code_used', subject: { user: owner.userId }, data })
  return true
}
