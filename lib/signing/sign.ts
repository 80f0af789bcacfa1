import { type Tx, write } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import { findTrail } from '#lib/audit/trail'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { storeFiles } from '#lib/documents/store-files'
import { errorText } from '#lib/messages/errors'
import { PatternMatches } from '#lib/processes/fields/patterns'
import { TextFits } from '#lib/processes/fields/text-fits'
import type { ProcessRow, SignerRow } from '#lib/processes/present'
import { enqueueSignature } from '#lib/processes/revision-queue'
import { getCodeMethod, isSigning } from '#lib/processes/rules'
import { withdrawMessages } from '#lib/processes/signers/delivery'
import { deleteDrafts } from '#lib/processes/signers/signing-drafts'
import { namedSigner } from '#lib/processes/trail/record'
import { markSigned } from '#lib/processes/transitions'
import { asSigner, getActingSigner, type SigningSession } from './load.ts'
import { describeCode } from './one-time-code/describe-code.ts'
import { presentState } from './present.ts'
import { assertOpened, assertShown, assertTurn, requireOtp } from './rules.ts'
import type { SignInput, SigningState } from './schema.ts'
import {
  ImagesNotStored,
  listImages,
  lockForSubmission,
  type PreparedSubmission,
  prepareSubmission,
  type StoredImages,
  storeImages,
  storeSubmission,
  UncheckedValues,
  type ValidatedSubmission,
  type ValueChecks,
  validateSubmission,
} from './values/submission.ts'

/**
 * The person of a link signs as all its signers: one transaction stores the values, the consent, the events and the
 * seal job. A concurrent request with the same content gets the same response, another or a later one the error that the
 * signer has already signed.
 * Values with a pattern are matched, and texts that may not fit measured, between two tries: the first finds them. So are
 * images stored, once the submission is valid.
 */
export async function signProcess(ctx: Ctx, input: SignInput): Promise<SigningState> {
  const prepared = await prepareSubmission(input)
  const submission = { input, prepared, checks: { matches: new PatternMatches(), fits: new TextFits() } }
  const hashes = listImages(prepared)
  let mayStore = hashes.length === 0
  for (;;) {
    try {
      if (!mayStore) return await write(ctx, (tx) => signOnce(tx, ctx, submission, null))
      return await storeFiles(ctx, {
        hashes,
        put: () => storeImages(ctx, prepared),
        record: (tx, images) => signOnce(tx, ctx, submission, images),
        staysOnFailure: true,
      })
    } catch (error) {
      if (error instanceof ImagesNotStored) mayStore = true
      else if (error instanceof UncheckedValues) {
        await submission.checks.matches.match(ctx)
        await submission.checks.fits.measure(ctx)
      } else throw error
    }
  }
}

interface Submission {
  input: SignInput
  prepared: PreparedSubmission
  checks: ValueChecks
}

/**
 * @param images null before they are stored
 * @throws UncheckedValues when values have to be checked first, ImagesNotStored when nothing else is missing
 */
async function signOnce(
  tx: Tx,
  ctx: Ctx,
  { input, prepared, checks }: Submission,
  images: StoredImages | null,
): Promise<SigningState> {
  const locked = await lockForSubmission(tx, ctx)
  const { session } = locked
  const { process, signer } = session
  // The time of signing is read under the lock, to tell concurrent requests from later ones.
  const signingCtx = { ...ctx, now: now() }
  const wasSigned = signedMeanwhile(ctx, signer)
  if (!wasSigned) assertTurn('sign', session, signingCtx.now)
  requireOtp(session)
  assertShown(process, signer, input.preparation)
  const signing = session.sharers.filter(isSigning)
  signing.forEach(assertOpened)
  const submission = hashSubmission(signer, input)
  if (wasSigned && (await wasRecorded(tx, ctx, process, submission))) return presentState(session)
  const accepted = validateSubmission(signingCtx, locked, input, prepared, checks)
  if (wasSigned) throw invalidState(errorText('refusals.alreadySigned'), 'signed')
  if (!images) throw new ImagesNotStored()
  const columns = await storeSubmission(tx, signingCtx, accepted, images)
  // The first one is `signer`.
  const signed: Pick<SigningSession, 'process' | 'signer'>[] = []
  for (const sharer of signing) {
    const { signature, ...others } = columns
    const own = { ...others, signature: accepted.signs(sharer) ? signature : null }
    const marked = await markSigned(tx, signingCtx, process, sharer.id, own)
    if (!marked) throw invalidState(errorText('refusals.notSignerTurn'), sharer.status)
    signed.push(marked)
    await recordSignature(tx, asSigner(signingCtx, sharer), { ...session, sharer }, accepted, {
      time_zone: input.time_zone,
      submission,
    })
  }
  await deleteDrafts(tx, ctx, getActingSigner(ctx))
  await withdrawMessages(tx, ctx, signing)
  await enqueueSignature(tx, ctx, process.id)
  return presentState({ ...signed[0]!, sharers: signed.map(({ signer }) => signer) })
}

function signedMeanwhile(ctx: Ctx, { status, signedAt }: SignerRow): boolean {
  return status === 'signed' && signedAt !== null && ctx.now <= signedAt
}

/** Under a key: values that are erased later cannot be guessed from the event. */
function hashSubmission({ id }: SignerRow, input: SignInput): string {
  return hmacHex(deriveKey('submission'), `${id} ${JSON.stringify(input)}`)
}

/** Whether a signature with the same content was recorded. */
async function wasRecorded(tx: Tx, ctx: Ctx, { id }: ProcessRow, submission: string): Promise<boolean> {
  const events = await findTrail(tx, ctx, { process: id })
  return events.some(({ type, data }) => type === 'signature.completed' && data.submission === submission)
}

/** Records the consent and the signature of one of the signers with the hashes of the signed documents. */
async function recordSignature(
  tx: Tx,
  signingCtx: Ctx,
  { process, signer, sharer }: SigningSession & { sharer: SignerRow },
  { consent, consentLocale, signature, revisions, added, signs }: ValidatedSubmission,
  input: { time_zone: string; submission: string },
): Promise<void> {
  const ownFiles = added.filter(({ signerId }) => signerId === sharer.id)
  const signerData = {
    process_id: process.id,
    ...namedSigner(sharer),
    test_mode: process.testMode,
  }
  const consented = {
    ...signerData,
    consent_version: consent.version,
    consent_sha256: consent.sha256,
    locale: consentLocale,
    viewed_at: sharer.viewedAt?.toISOString() ?? null,
  }
  const completed = {
    ...signerData,
    role: sharer.role,
    method: (signs(sharer) && signature?.method) || 'approval',
    otp: getCodeMethod({ process, signer }) !== null,
    ...describeCode({ process, signer }),
    ...input,
    documents: revisions.map(({ documentId, sha256 }) => ({ document_id: documentId, sha256 })),
    ...(ownFiles.length > 0 && {
      attachments: ownFiles.map(({ fieldId, name, size, sha256 }) => ({
        field_id: fieldId,
        name,
        size,
        sha256,
      })),
    }),
  }
  await recordAll(tx, signingCtx, { process: process.id }, [
    { type: 'signature.consented', data: consented },
    { type: 'signature.completed', data: completed },
  ])
}
