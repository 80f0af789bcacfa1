import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { processes, signers } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { EventType } from '#lib/audit/events'
import { type NewEvent, recordAll } from '#lib/audit/record'
import { addDays } from '#lib/core/clock'
import { type Ctx, sentBy } from '#lib/core/ctx'
import { detachDocuments } from '#lib/documents/copies/attach'
import { replaceErasedSender } from '#lib/identity/deleted-users'
import { presentError } from '#lib/messages/english'
import type { ErrorText } from '#lib/messages/errors'
import { deleteConfirmations } from './confirmations.ts'
import { findDocumentIds } from './documents/attach.ts'
import { nextUpdatedAt, presentOrganisationName } from './load.ts'
import { getSender, type ProcessRow, type SignerRow } from './present.ts'
import { isRemote, processStates, type SignerAction, signerStates } from './rules.ts'
import { deleteUnsignedAttachments } from './signers/attachments.ts'
import { withdrawMessages } from './signers/delivery.ts'
import { endSigningSessions } from './signers/end-sessions.ts'
import { findSigners, inviteNext, inviteRest, type ProcessEvent } from './signers/invite.ts'
import { refundSignatures } from './signers/signature-quota.ts'
import { deleteDrafts } from './signers/signing-drafts.ts'

type SignerPatch = Partial<typeof signers.$inferInsert>

/** The draft is sent to its signers: the expiry starts, and the first of them are invited. */
export async function markSent(
  tx: Tx,
  ctx: Ctx,
  draft: ProcessRow,
  created: ProcessEvent[],
): Promise<ProcessRow> {
  const expiresAt = addDays(ctx.now, draft.options.expires_in_days)
  const sender = { ...sentBy(ctx), organisationName: presentOrganisationName(ctx) }
  const process = await setProcess(tx, ctx, draft, { status: 'sent', sentAt: ctx.now, ...sender, expiresAt })
  const data = { expires_at: expiresAt.toISOString(), signers: created.length }
  await inviteNext(tx, ctx, process, [makeEvent(draft, 'process.sent', data), ...created])
  return process
}

/** The sender changes options of a live process, or of an expired one, which is live again; `changes` has the new values for the trail. */
export async function markCorrected(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  patch: Pick<ProcessRow, 'options' | 'expiresAt' | 'status'>,
  changes: Record<string, string | number | null>,
): Promise<ProcessRow> {
  const sender = replaceErasedSender(ctx, getSender(process))
  const corrected = await setProcess(tx, ctx, process, { ...patch, ...sender })
  const data = { change: 'options', status: corrected.status, name: null, ...changes }
  await recordProcessEvent(tx, ctx, process, 'process.corrected', data)
  return corrected
}

/** A draft or a live process is cancelled. */
export async function markCancelled(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  reason: string | null,
): Promise<ProcessRow> {
  const end = { status: 'cancelled', cancelledAt: ctx.now, cancelReason: reason } as const
  const cancelled = await endWithoutCompletion(tx, ctx, process, end)
  await recordProcessEvent(tx, ctx, process, 'process.cancelled', {
    reason,
    previous_status: process.status,
    unsealable: process.sealBlocked,
  })
  return cancelled
}

/** A completed process is declared void. Its documents, files and evidence stay as they are. */
export async function markVoided(tx: Tx, ctx: Ctx, process: ProcessRow, reason: string): Promise<ProcessRow> {
  const end = { status: 'voided', voidedAt: ctx.now, voidReason: reason } as const
  const voided = await setProcess(tx, ctx, process, end)
  await recordProcessEvent(tx, ctx, process, 'process.voided', { reason })
  return voided
}

/** The expiry date of a live process has passed: the signers who have not signed expire with it. */
export async function markExpired(tx: Tx, ctx: Ctx, process: ProcessRow): Promise<void> {
  await endWithoutCompletion(tx, ctx, process, { status: 'expired' })
  await tx
    .update(signers)
    .set({ status: 'expired' })
    .where(and(isOfProcess(ctx, process), inArray(signers.status, ['pending', 'notified', 'viewed'])))
  await recordProcessEvent(tx, ctx, process, 'process.expired')
}

/**
 * The pages were shown to the signer.
 * @returns the signer; null when they had been shown before, or the signer is not invited.
 */
export async function markViewed(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  { id, name, email }: Pick<SignerRow, 'id' | 'name' | 'email'>,
): Promise<SignerRow | null> {
  const movedSigner = await moveSigner(tx, ctx, process, id, 'view', { status: 'viewed', viewedAt: ctx.now })
  if (!movedSigner) return null
  await setProcess(tx, ctx, process, {})
  await recordProcessEvent(tx, ctx, process, 'signature.viewed', { signer_id: id, name, email })
  return movedSigner
}

/** A correction or a hand-over ends the invitation of a signer: the link, its signing sessions and the code stop working. */
export async function markUninvited(tx: Tx, ctx: Ctx, process: ProcessRow, signerId: number): Promise<void> {
  const uninvited = {
    status: 'pending',
    tokenNonce: null,
    tokenHash: null,
    invitedAt: null,
    viewedAt: null,
    deliveryError: null,
    remindersSent: 0,
    remindedAt: null,
  } as const
  if (!(await moveSigner(tx, ctx, process, signerId, 'correct', uninvited))) return
  await endSigningSessions(tx, ctx, signerId)
}

/**
 * The signer has signed; `submission` has the columns of their signature. The caller records `signature.completed`.
 * @returns the signer and the process; null when a concurrent request was first, or it is not their turn.
 */
export async function markSigned(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerId: number,
  submission: SignerPatch,
): Promise<{ signer: SignerRow; process: ProcessRow } | null> {
  const patch = { ...submission, status: 'signed' as const, signedAt: ctx.now }
  const signer = await moveSigner(tx, ctx, process, signerId, 'sign', patch)
  return signer && { signer, process: await setProcess(tx, ctx, process, { status: 'in_progress' }) }
}

/**
 * The signers of a link refuse, which ends the process for everyone. The caller records `signature.refused` before.
 * @returns false when a concurrent request was first, or it is not their turn.
 */
export async function markRefused(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerIds: number[],
  reason: string,
): Promise<boolean> {
  const refused = { status: 'refused', refusedAt: ctx.now, refusalReason: reason } as const
  for (const id of signerIds) if (!(await moveSigner(tx, ctx, process, id, 'refuse', refused))) return false
  await endWithoutCompletion(tx, ctx, process, { status: 'refused' })
  await recordProcessEvent(tx, ctx, process, 'process.refused', { signer_id: signerIds[0]!, reason })
  return true
}

/**
 * The signer's signature is embedded in every document: the next turn opens. A signature given before the process ended
 * is embedded nevertheless, but no further signer is invited.
 * @returns everyone of the process, before the next ones are invited
 */
export async function markEmbedded(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerId: number,
): Promise<SignerRow[]> {
  await tx
    .update(signers)
    .set({ embeddedAt: ctx.now })
    .where(and(isOfProcess(ctx, process), eq(signers.id, signerId), isNull(signers.embeddedAt)))
  if (process.status !== 'in_progress') return findSigners(tx, ctx, process.id)
  const { people, hasInvited } = await inviteNext(tx, ctx, process)
  const wasAwaited = people.some((person) => person.id === signerId && isRemote(process, person))
  if (hasInvited || wasAwaited) await setProcess(tx, ctx, process, {})
  return people
}

/**
 * The sealed files are stored: the process is complete. `seal` says in the trail with which certificate.
 * @returns false when it has completed before, or has ended otherwise.
 */
export async function markCompleted(tx: Tx, ctx: Ctx, process: ProcessRow, seal: NewEvent['data']) {
  if (!processStates.complete.from.includes(process.status)) return false
  const end = { status: 'completed', completedAt: ctx.now, sealError: null, sealBlocked: false } as const
  await setProcess(tx, ctx, process, end)
  await deleteDrafts(tx, ctx, { processId: process.id })
  const documents = await findDocumentIds(tx, ctx, process.id)
  await detachDocuments(tx, ctx, documents, 'completed')
  await inviteRest(tx, ctx, process)
  await recordAll(tx, ctx, { process: process.id }, [
    ...documents.map((id) => makeEvent(process, 'document.completed', { document_id: id })),
    makeEvent(process, 'process.completed', { documents, ...seal }),
  ])
  return true
}

/**
 * Stores why the last attempt to seal failed; null when it succeeded. `blocked`: no retry will help, and the event
 * that notifies the sender is recorded once.
 */
export async function markSealError(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  text: ErrorText | null,
  blocked = false,
): Promise<void> {
  const isSame = isDeepStrictEqual(process.sealError, text)
  if (isSame && process.sealBlocked === blocked) return
  // A retry that is interrupted does not hide that no retry will help.
  if (process.sealBlocked && text !== null && !blocked) return
  await setProcess(tx, ctx, process, { sealError: text, sealBlocked: blocked })
  if (text === null) return
  const data = presentError('reason', text)
  if (!isSame) await recordProcessEvent(tx, ctx, process, 'process.seal_failed', data)
  if (blocked && !process.sealBlocked)
    await recordProcessEvent(tx, ctx, process, 'process.seal_blocked', data)
}

/** The columns of a process that ends without being completed. */
type UnsignedEnd = Pick<typeof processes.$inferInsert, 'cancelledAt' | 'cancelReason'> & {
  status: 'cancelled' | 'refused' | 'expired'
}

/** Its documents are free again, requests that wait are withdrawn, and signatures that were not given are refunded. */
async function endWithoutCompletion(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  end: UnsignedEnd,
): Promise<ProcessRow> {
  const ended = await setProcess(tx, ctx, process, { ...end, sealError: null, sealBlocked: false })
  // After an extension, signers go on with theirs.
  if (end.status !== 'expired') {
    for (const remove of [deleteDrafts, deleteConfirmations]) await remove(tx, ctx, { processId: process.id })
    await deleteUnsignedAttachments(tx, ctx, [process.id])
  }
  if (process.sentAt) {
    await detachDocuments(tx, ctx, await findDocumentIds(tx, ctx, process.id), 'uploaded')
    const people = await findSigners(tx, ctx, process.id)
    await withdrawMessages(tx, ctx, people)
    await refundSignatures(tx, ctx, process, people)
  }
  return ended
}

async function moveSigner(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerId: number,
  action: SignerAction,
  patch: SignerPatch,
): Promise<SignerRow | null> {
  if (!processStates.sign.from.includes(process.status)) return null
  const [movedSigner] = await tx
    .update(signers)
    .set(patch)
    .where(
      and(
        isOfProcess(ctx, process),
        eq(signers.id, signerId),
        inArray(signers.status, [...signerStates[action].from]),
      ),
    )
    .returning()
  return movedSigner ?? null
}

const isOfProcess = (ctx: Ctx, process: ProcessRow) =>
  and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, process.id))

async function setProcess(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  patch: PgUpdateSetSource<typeof processes>,
): Promise<ProcessRow> {
  const isProcess = and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, process.id))
  const changed = { ...patch, updatedAt: nextUpdatedAt(ctx) }
  return (await tx.update(processes).set(changed).where(isProcess).returning())[0]!
}

function recordProcessEvent(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  type: EventType,
  data: NewEvent['data'] = {},
): Promise<void> {
  return recordAll(tx, ctx, { process: process.id }, [makeEvent(process, type, data)])
}

function makeEvent({ id, name, testMode }: ProcessRow, type: EventType, data: NewEvent['data']) {
  return { type, data: { process_id: id, name, ...data, test_mode: testMode } }
}
