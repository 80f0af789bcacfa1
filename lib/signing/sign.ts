import { type Tx, write } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { findCurrentRevisions } from '#lib/processes/documents/revisions'
import type { SignerRow } from '#lib/processes/present'
import { enqueueRevisions } from '#lib/processes/revision-queue'
import { deleteDrafts } from '#lib/processes/signers/signing-drafts'
import { markSigned } from '#lib/processes/transitions'
import { getActingSigner, loadSigningSession, lockSigningSession, type SigningSession } from './load.ts'
import { presentState } from './present.ts'
import { assertOpened, assertTurn, needsCode, requireOtp } from './rules.ts'
import type { SignInput, SigningState } from './schema.ts'
import {
  prepareSubmission,
  storeSubmission,
  type ValidatedSubmission,
  validateSubmission,
} from './values/submission.ts'

/**
 * The signer signs: one transaction stores the values, the consent, the events and the seal job. A concurrent request
 * gets the same response, a later one the error that the signer has already signed.
 */
export async function signProcess(ctx: Ctx, input: SignInput): Promise<SigningState> {
  const prepared = await prepareSubmission(ctx, input)
  return write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    const { process, signer } = session
    // The time of signing is read under the lock, to tell concurrent requests from later ones.
    const signingCtx = { ...ctx, now: now() }
    if (signedMeanwhile(ctx, signer)) return presentState(session)
    assertTurn('sign', session, signingCtx.now)
    requireOtp(session)
    assertOpened(signer)
    const accepted = await validateSubmission(tx, signingCtx, session, input, prepared)
    const columns = await storeSubmission(tx, signingCtx, accepted)
    if (!(await markSigned(tx, signingCtx, process, signer.id, columns))) {
      throw invalidState(errorText('refusals.notSignerTurn'), signer.status)
    }
    await recordSignature(tx, signingCtx, session, accepted, input.time_zone)
    await deleteDrafts(tx, ctx, getActingSigner(ctx))
    await enqueueRevisions(tx, ctx, process.id)
    return presentState(await loadSigningSession(tx, ctx))
  })
}

function signedMeanwhile(ctx: Ctx, { status, signedAt }: SignerRow): boolean {
  return status === 'signed' && signedAt !== null && ctx.now <= signedAt
}

/** Records the consent and the signature with the hashes of the signed documents. */
async function recordSignature(
  tx: Tx,
  signingCtx: Ctx,
  { process, signer }: SigningSession,
  { consent, consentLocale, signature }: ValidatedSubmission,
  timeZone: string,
): Promise<void> {
  const revisions = await findCurrentRevisions(tx, signingCtx, process.id)
  const signerData = { process_id: process.id, signer_id: signer.id, name: signer.name, email: signer.email }
  const consented = {
    ...signerData,
    consent_version: consent.version,
    consent_sha256: consent.sha256,
    locale: consentLocale,
    viewed_at: signer.viewedAt?.toISOString() ?? null,
  }
  const completed = {
    ...signerData,
    role: signer.role,
    method: signature?.method ?? 'approval',
    otp: needsCode({ process, signer }),
    time_zone: timeZone,
    documents: revisions.map(({ documentId, sha256 }) => ({ document_id: documentId, sha256 })),
    test_mode: process.testMode,
  }
  await recordAll(tx, signingCtx, { process: process.id }, [
    { type: 'signature.consented', data: consented },
    { type: 'signature.completed', data: completed },
  ])
}
