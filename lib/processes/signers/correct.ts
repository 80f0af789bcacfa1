import { and, eq } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, notFound, throwIfInvalid } from '#lib/core/errors'
import type { Json } from '#lib/core/json'
import { assertAllowed } from '#lib/core/transition-guards'
import { findLevelErrors } from '#lib/keys/signing-service/find-level-errors'
import { withdrawMails } from '#lib/mail/queue'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { discardPrepared } from '../documents/revisions.ts'
import { isLive, limits } from '../facts.ts'
import { placeAtAnchors } from '../fields/anchors.ts'
import { placeFields } from '../fields/fields.ts'
import { findPatternErrors } from '../fields/patterns.ts'
import { findStoredPresetErrors } from '../fields/presets.ts'
import { toSignerResponse } from '../get.ts'
import { type AddSigner, ChangeSigner } from '../input.ts'
import { lockProcess, setUpdated } from '../load.ts'
import type { ProcessRow, SignerRow } from '../present.ts'
import { enqueueRevisions } from '../revision-queue.ts'
import { isOnlyOtpChangeable, isSigning, processCan, signerCan } from '../rules.ts'
import type { SignerRecord } from '../schema.ts'
import { recordOfProcess } from '../trail/record.ts'
import { markUninvited } from '../transitions.ts'
import { findCodeErrors, isConfirmedAnew, nextAccessCodeHash } from './code-methods.ts'
import { findRecipient, removalTopic, wasInvitationSent } from './delivery.ts'
import { emailFailure } from './delivery-failed.ts'
import { endSigningSessions } from './end-sessions.ts'
import { findSigners, inviteNext } from './invite.ts'
import { changeNamesInFile, changePersonInFields } from './name-in-file.ts'
import { recordReplacedLink } from './replaced-links.ts'
import { rewriteRequests } from './resend.ts'
import { leavesSharedLink, listSharers } from './shared-links.ts'
import { refundSignatures, reserveSignatures } from './signature-quota.ts'
import { newSignerRow, signerLocale } from './signers.ts'
import { findInvitedTooEarly } from './turns.ts'

/** The members that are compared with the stored ones: of an access code only a hash is stored. */
const changeable = ChangeSigner.omit({ access_code: true }).keyof().options

/**
 * Adds a person to a draft or to a process that was sent. Signers and approvers can be added before the first
 * signature only: their signature field must be in the file when it is certified.
 * @throws AppError `invalid_state`, `validation_error`, `quota_exceeded`
 */
export async function addSigner(ctx: Ctx, processId: number, input: AddSigner): Promise<SignerRecord> {
  authorize(ctx, 'process.send')
  const errors = await findPatternErrors(ctx, input.fields)
  const placedFields = await placeAtAnchors(ctx, input.fields, ({ document_id }) => document_id, errors)
  // The process may have been sent, which holds the values of imported fields to their rules.
  if (Object.keys(errors).length === 0) Object.assign(errors, await findStoredPresetErrors(ctx, placedFields))
  return write(ctx, async (tx) => {
    const { process, people } = await lockForCorrection(tx, ctx, processId)
    const row = newSignerRow(
      ctx,
      { id: processId, locale: process.options.locale },
      input,
      Math.max(0, ...people.map(({ order }) => order)) + 1,
    )
    throwIfInvalid({ ...findCodeErrors(row, input), ...(await findLevelErrors(tx, ctx, [row])) })
    if (people.length >= limits.signers) {
      throwIfInvalid({ signers: [errorText('processes.tooManySigners', { limit: limits.signers })] })
    }
    if (isSigning(row)) {
      if (hasSignature(people)) throw invalidState(errorText('refusals.tooLateForSigner'), process.status)
      await discardPrepared(tx, ctx, processId)
    }
    const [added] = await tx.insert(signers).values(row).returning()
    const { id, name, email, role, order } = added!
    if (placedFields.length > 0) {
      const newFields = placedFields.map((field) => ({ ...field, signer_id: id }))
      await placeFields(tx, ctx, processId, newFields, errors)
    }
    await recordCorrection(tx, ctx, process, { change: 'added', signer_id: id, name, email, role, order })
    if (isLive(process)) {
      await continueProcess(tx, ctx, process)
      if (isSigning(row)) await reserveSignatures(tx, ctx, [{ id }])
    }
    return toSignerResponse(tx, ctx, process, id)
  })
}

/**
 * Changes a person who has not signed. After another name, email or order their link stops working, and they are invited
 * by a new one when it is their turn; a request that was not sent yet is written again. Of others only how they, and all
 * who share their link, confirm can be changed.
 * @throws AppError `not_found`, `invalid_state`
 */
export function changeSigner(
  ctx: Ctx,
  processId: number,
  signerId: number,
  input: ChangeSigner,
): Promise<SignerRecord> {
  authorize(ctx, 'process.send')
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, processId)
    const people = await findSigners(tx, ctx, processId)
    const signer = people.find(({ id }) => id === signerId)
    if (!signer) throw notFound()
    const locale = input.locale && signerLocale(input.locale, process.options.locale)
    const changes = findChanges(signer, { ...input, locale })
    const { signature_level: signatureLevel, ...members } = changes
    const patch = { ...members, ...(signatureLevel && { signatureLevel }) }
    const changedMembers = Object.keys(changes)
    // The record may be sent back whole.
    if (changedMembers.length === 0 && !input.access_code) return toSignerResponse(tx, ctx, process, signerId)
    if (signer.erasedAt) throw invalidState(errorText('refusals.erasedUnchangeable'), process.status)
    const changesOnlyOtp = changedMembers.every((member) => member === 'otp' || member === 'phone')
    if (changesOnlyOtp && isOnlyOtpChangeable(process, signer, signer.erasedAt)) {
      const shared = input.otp === 'sms' ? { phone: signer.phone, ...input } : input
      for (const sharer of listSharers(people, signer)) await changeOtp(tx, ctx, process, sharer, shared)
      return toSignerResponse(tx, ctx, process, signerId)
    }
    assertAllowed(processCan.correct(process), process)
    assertAllowed(signerCan.correct(signer), signer)
    const changed = { ...signer, ...patch, accessCodeHash: nextAccessCodeHash(input, signer) }
    throwIfInvalid({ ...findCodeErrors(changed, input), ...(await findLevelErrors(tx, ctx, [changed])) })
    if (changedMembers.includes('name') && isSigning(signer))
      await changeNamesInFile(
        tx,
        ctx,
        process,
        [signerId],
        errorText('refusals.nameOnSignedPage', { name: signer.name }),
      )
    await storeChanges(tx, ctx, signer, changed, patch)
    // The sender of a draft may still change its fields.
    if (isLive(process)) await changePersonInFields(tx, ctx, process, signer, changed)
    const described = await describeChanges(tx, ctx, signer, changes, input)
    const endsLink = changedMembers.some((member) => ['name', 'email', 'order'].includes(member))
    if (isLive(process) && (endsLink || leavesSharedLink(people, signer, changed))) {
      await endInvitation(tx, ctx, process, signer, changed)
    }
    await recordCorrection(tx, ctx, process, described)
    await continueProcess(tx, ctx, process)
    if (changedMembers.some((member) => ['subject', 'message', 'locale'].includes(member)))
      await rewriteRequests(tx, ctx, process, signerId)
    return toSignerResponse(tx, ctx, process, signerId)
  })
}

/**
 * Removes a person who has not signed, with their fields. Fields in a file that someone has signed stay there, empty.
 * @throws AppError `not_found`, `invalid_state` also for the last signer
 */
export function removeSigner(ctx: Ctx, processId: number, signerId: number): Promise<void> {
  authorize(ctx, 'process.send')
  return write(ctx, async (tx) => {
    const { process, people } = await lockForCorrection(tx, ctx, processId)
    const signer = people.find(({ id }) => id === signerId)
    if (!signer) throw notFound()
    assertAllowed(signerCan.correct(signer), signer)
    if (isLive(process) && isSigning(signer) && people.filter(isSigning).length === 1) {
      throw invalidState(errorText('refusals.lastSigner'), process.status)
    }
    if (isSigning(signer) && !hasSignature(people)) await discardPrepared(tx, ctx, processId)
    const removal = { change: 'removed', ...(await identify(tx, ctx, signer)) }
    await recordReplacedLink(tx, ctx, process, signer, null)
    await tx.delete(signers).where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, signerId)))
    await recordCorrection(tx, ctx, process, removal)
    await continueProcess(tx, ctx, process)
    await refundSignatures(tx, ctx, process, [signer])
  })
}

/** Changes how someone confirms who they are who has signed, or gets the signed documents. Their link goes on working. */
async function changeOtp(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signer: SignerRow,
  { otp, phone, access_code }: ChangeSigner,
): Promise<void> {
  const input = { otp, phone, access_code }
  const members = findChanges(signer, input)
  const changed = { ...signer, ...members, accessCodeHash: nextAccessCodeHash(input, signer) }
  throwIfInvalid(findCodeErrors(changed, input))
  if (Object.keys(members).length === 0 && !access_code) return
  await storeChanges(tx, ctx, signer, changed, members)
  await recordCorrection(tx, ctx, process, await describeChanges(tx, ctx, signer, members, input))
}

/** Stores changed members. A signer who confirms in another way now must confirm again. */
async function storeChanges(
  tx: Tx,
  ctx: Ctx,
  signer: SignerRow,
  changed: SignerRow,
  patch: Partial<SignerRow>,
): Promise<void> {
  const isTextedElsewhere = findRecipient(signer, 'sms') !== findRecipient(changed, 'sms')
  await tx
    .update(signers)
    .set({
      ...patch,
      accessCodeHash: changed.accessCodeHash,
      ...(isTextedElsewhere && { deliveryError: emailFailure(ctx, signer.email) }),
    })
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, signer.id)))
  if (isConfirmedAnew(signer, changed)) await endSigningSessions(tx, ctx, signer.id)
}

/** A change for the trail; an access code is not in it. */
async function describeChanges(
  tx: Tx,
  ctx: Ctx,
  signer: SignerRow,
  members: ChangeSigner,
  { access_code }: ChangeSigner,
) {
  return {
    change: 'changed',
    ...(await identify(tx, ctx, signer)),
    ...Object.fromEntries(Object.entries(members).map(([name, value]) => [`new_${name}`, value])),
    ...(access_code && { access_code_changed: true }),
  }
}

/** The members of `input` that differ from the signer's. */
function findChanges(signer: SignerRow, input: ChangeSigner): Omit<ChangeSigner, 'access_code'> {
  const before = { ...signer, signature_level: signer.signatureLevel }
  return Object.fromEntries(
    changeable
      .filter((name) => input[name] !== undefined && input[name] !== before[name])
      .map((name) => [name, input[name]]),
  )
}

async function lockForCorrection(tx: Tx, ctx: Ctx, processId: number) {
  const process = await lockProcess(tx, ctx, processId)
  assertAllowed(processCan.correct(process), process)
  return { process, people: await findSigners(tx, ctx, processId) }
}

function hasSignature(people: SignerRow[]): boolean {
  return people.some(({ status }) => status === 'signed')
}

/**
 * Prepares the documents again where needed, seals if all others have signed, and invites the next signers. Those who are
 * not next any more wait again.
 */
async function continueProcess(tx: Tx, ctx: Ctx, process: ProcessRow): Promise<void> {
  if (!isLive(process)) return
  await enqueueRevisions(tx, ctx, process.id)
  const people = await findSigners(tx, ctx, process.id)
  await withdrawMails(
    tx,
    ctx,
    people.map(({ email }) => removalTopic(process.id, email)),
  )
  const invitedTooEarly = findInvitedTooEarly(people)
  for (const signer of invitedTooEarly) await endInvitation(tx, ctx, process, signer, signer)
  await inviteNext(tx, ctx, process)
}

async function endInvitation(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signer: SignerRow,
  next: SignerRow,
): Promise<void> {
  await recordReplacedLink(tx, ctx, process, signer, next)
  await markUninvited(tx, ctx, process, signer.id)
}

/** The person, before their link ends. `invited`: they have one; `emailed`: they may have got one, and are notified if they are not asked any more. */
async function identify(tx: Tx, ctx: Ctx, signer: SignerRow) {
  const { id, name, email, role, order, locale, invitedAt } = signer
  const emailed = await wasInvitationSent(tx, ctx, signer)
  return { signer_id: id, name, email, role, order, locale, invited: invitedAt !== null, emailed }
}

async function recordCorrection(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  data: Record<string, Json>,
): Promise<void> {
  const isDraft = process.status === 'draft'
  await setUpdated(tx, ctx, [process.id])
  await (isDraft
    ? recordOfProcess(tx, ctx, process, 'process.updated', { changed: ['signers'] })
    : recordOfProcess(tx, ctx, process, 'process.corrected', { status: process.status, ...data }))
}
