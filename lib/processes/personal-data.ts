import { type AnyColumn, and, asc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { whereIndexed } from '#db/lists/members'
import { signerCertificates } from '#db/schema/keys'
import { fields, processes, signers, signingSessions } from '#db/schema/processes'
import { attachments, signatureConfirmations, signingDrafts } from '#db/schema/processes-links'
import {
  BATCH_SIZE,
  ERASED_NAME,
  type EraseStep,
  type Person,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { eraseUserName } from '#lib/identity/deleted-users'
import { deleteConfirmations, findOpenSignatures } from './confirmations.ts'
import { discardPrepared } from './documents/revisions.ts'
import { completedStatuses, unsignedEnds } from './facts.ts'
import { setUpdated } from './load.ts'
import type { ProcessRow } from './present.ts'
import { deleteAttachments } from './signers/attachments.ts'
import { delegationColumns, eraseDelegations, findDelegationsOf } from './signers/delegation-data.ts'
import { findOpenDrafts, whereDraftOfSigners } from './signers/signing-drafts.ts'
import { recordOfProcess } from './trail/record.ts'

/** The row of `signers` is the person. */
export const isPerson = ({ tenantId, email }: Person): SQL =>
  whereIndexed(signers, tenantId, sql`lower(${signers.email}) = ${email}`)

/** `column` refers to a row of `signers` that is the person. */
const refersToSigner = (column: AnyColumn, person: Person): SQL =>
  sql`${column} in (select ${signers.id} from ${signers} where ${signers.tenantId} = ${person.tenantId} and ${isPerson(person)})`

/** `column` refers to a process in which the person is a signer or gets a copy. */
export const whereProcessOfPerson = (column: AnyColumn, person: Person): SQL =>
  sql`${column} in (select ${signers.processId} from ${signers} where ${signers.tenantId} = ${person.tenantId} and ${isPerson(person)})`

/** What the person has filled in and not signed yet. */
const whereDraftOfPerson = (person: Person): SQL => whereDraftOfSigners(person.tenantId, isPerson(person))

const eraseSigningDrafts: EraseStep = async (tx, ctx, person) => {
  const erased = await tx
    .delete(signingDrafts)
    .where(and(eq(signingDrafts.tenantId, ctx.tenantId), whereDraftOfPerson(person)))
    .returning({ id: signingDrafts.id })
  return { signing_drafts: erased.length }
}

/** Ended without a signed document: the data of the signers is not evidence. */
const isEndedUnsigned = inArray(processes.status, unsignedEnds)
export const isCompleted = inArray(processes.status, completedStatuses)

/** Drafts lose the person and their fields. */
const eraseDraftSigners: EraseStep = async (tx, ctx, person) => {
  const found = await lockSigners(tx, person, eq(processes.status, 'draft'))
  for (const { process, ids } of found) {
    await tx.delete(signers).where(and(eq(signers.tenantId, ctx.tenantId), inArray(signers.id, ids)))
    await setUpdated(tx, ctx, [process.id])
    await recordOfProcess(tx, ctx, process, 'process.updated', { changed: ['signers'] })
  }
  return { draft_signers: found.flatMap(({ ids }) => ids).length }
}

/** Replaces the names of deleted users who had the address in the processes that meet the condition. */
export const eraseUserOfProcesses = (role: 'createdBy' | 'sentBy', condition?: SQL): EraseStep =>
  eraseUserName(processes, role, condition)

const eraseSigners: EraseStep = (tx, ctx, person) => pseudonymiseSigners(tx, ctx, person, isEndedUnsigned)

/** In place of the address of an erased signer. */
const pseudonymEmail = sql`'erased-' || ${signers.id} || '@erased.invalid'`

/** Replaces the person by a pseudonym in processes of which nothing is evidence. */
export async function pseudonymiseSigners(tx: Tx, ctx: Ctx, person: Person, condition: SQL) {
  const found = await lockSigners(tx, person, condition, ne(signers.email, pseudonymEmail))
  let clearedValues = 0
  for (const { process, ids } of found) clearedValues += await pseudonymise(tx, ctx, process, ids)
  return { signers: found.flatMap(({ ids }) => ids).length, field_values: clearedValues }
}

/**
 * Removes contact data, links and copies of what was signed from completed processes. The evidence stays: the signed
 * files, the audit trail, and who signed.
 */
const eraseContacts: EraseStep = async (tx, ctx, person) => {
  const found = await lockSigners(tx, person, isCompleted, isNull(signers.erasedAt))
  const ids = found.flatMap(({ ids }) => ids)
  if (ids.length === 0) return { contacts: 0, field_values: 0 }
  const processIds = found.map(({ process }) => process.id)
  await setUpdated(tx, ctx, processIds)
  await tx
    .update(signers)
    .set({ ...contactData, ...copiesOfEvidence, erasedAt: ctx.now })
    .where(and(eq(signers.tenantId, ctx.tenantId), inArray(signers.id, ids)))
  return { contacts: ids.length, field_values: await clearValues(tx, ctx, ids) }
}

/** The columns that are not evidence of a signature, cleared. */
const contactData = {
  phone: null,
  subject: null,
  message: null,
  deliveryError: null,
  otpHash: null,
  otpSentAt: null,
  otpExpiresAt: null,
}

/** The link, and the columns whose values the signed files and the audit trail have too, cleared. */
const copiesOfEvidence = {
  tokenNonce: null,
  tokenHash: null,
  otpSessionId: null,
  signature: null,
  initials: null,
  signedAddress: null,
  signedUserAgent: null,
}

async function pseudonymise(tx: Tx, ctx: Ctx, process: ProcessRow, ids: number[]): Promise<number> {
  const { tenantId } = ctx
  await setUpdated(tx, ctx, [process.id])
  await tx
    .update(signers)
    .set({
      ...contactData,
      name: ERASED_NAME,
      email: pseudonymEmail,
      ...copiesOfEvidence,
      refusalReason: null,
      erasedAt: ctx.now,
    })
    .where(and(eq(signers.tenantId, tenantId), inArray(signers.id, ids)))
  const clearedValues = await clearValues(tx, ctx, ids)
  await deleteConfirmations(tx, ctx, { signerIds: ids })
  await deleteAttachments(tx, ctx, inArray(attachments.signerId, ids))
  if (!process.completedAt) {
    await discardPrepared(tx, ctx, process.id)
    await tx
      .delete(signerCertificates)
      .where(and(eq(signerCertificates.tenantId, tenantId), inArray(signerCertificates.signerId, ids)))
  }
  for (const id of ids) await recordOfProcess(tx, ctx, process, 'signature.erased', { signer_id: id })
  return clearedValues
}

/** Ends the signing sessions of signers and clears the values of their fields. @returns how many values there were */
async function clearValues(tx: Tx, { tenantId }: Ctx, signerIds: number[]): Promise<number> {
  await tx
    .delete(signingSessions)
    .where(and(eq(signingSessions.tenantId, tenantId), inArray(signingSessions.signerId, signerIds)))
  const cleared = await tx
    .update(fields)
    .set({ value: null })
    .where(and(eq(fields.tenantId, tenantId), inArray(fields.signerId, signerIds), isNotNull(fields.value)))
    .returning({ id: fields.id })
  return cleared.length
}

/**
 * Locks the next processes that meet the condition, in a fixed order, and finds the ids of the person's signer rows there:
 * while this waited for a lock, a process may have been sent or extended, and a signer corrected.
 */
async function lockSigners(tx: Tx, person: Person, condition: SQL, signerCondition?: SQL) {
  const isFound = and(eq(signers.tenantId, person.tenantId), isPerson(person), signerCondition)
  const ofPerson = tx.select({ id: signers.processId }).from(signers).where(isFound)
  const locked = await tx
    .select()
    .from(processes)
    .where(and(eq(processes.tenantId, person.tenantId), condition, inArray(processes.id, ofPerson)))
    .orderBy(asc(processes.id))
    .limit(BATCH_SIZE)
    .for('update')
  const processIds = locked.map(({ id }) => id)
  const rows = await tx
    .select({ id: signers.id, processId: signers.processId })
    .from(signers)
    .where(and(isFound, inArray(signers.processId, processIds)))
    .orderBy(asc(signers.id))
  const rowsByProcess = Map.groupBy(rows, ({ processId }) => processId)
  return locked.flatMap((process) => {
    const ids = rowsByProcess.get(process.id)?.map(({ id }) => id)
    return ids ? [{ process, ids }] : []
  })
}

/** Signers of a live process see the name of its sender, and the certificate of a completed one has it. */
const isSenderNotShown = inArray(processes.status, ['draft', ...unsignedEnds])
const isCreatorNotShown = or(isSenderNotShown, ne(processes.sentById, processes.createdById))

const foundColumns = [
  signers.processId,
  signers.name,
  signers.email,
  signers.phone,
  signers.role,
  signers.status,
  signers.locale,
  signers.subject,
  signers.message,
  signers.invitedAt,
  signers.viewedAt,
  signers.signedAt,
  signers.refusedAt,
  signers.refusalReason,
  signers.deliveryError,
  signers.consentVersion,
  signers.consentSha256,
  signers.signature,
  signers.initials,
  signers.signedAddress,
  signers.signedUserAgent,
]

export const processData: PersonalData = {
  find: (person) => ({
    processes: readRows(
      person,
      processes,
      [processes.name, processes.status, processes.sentAt, processes.completedAt, processes.testMode],
      whereProcessOfPerson(processes.id, person),
    ),
    signers: readRows(person, signers, foundColumns, isPerson(person)),
    fields: readRows(
      person,
      fields,
      [fields.processId, fields.signerId, fields.type, fields.label, fields.value],
      refersToSigner(fields.signerId, person),
    ),
    attachments: readRows(
      person,
      attachments,
      [
        ...[attachments.processId, attachments.signerId, attachments.name, attachments.mimeType],
        ...[attachments.size, attachments.sha256, attachments.createdAt],
      ],
      refersToSigner(attachments.signerId, person),
    ),
    signing_drafts: findOpenDrafts(person, whereDraftOfPerson(person)),
    signature_confirmations: findOpenSignatures(
      person,
      refersToSigner(signatureConfirmations.signerId, person),
    ),
    delegations: findDelegationsOf(person),
    signing_sessions: readRows(
      person,
      signingSessions,
      [signingSessions.signerId, signingSessions.confirmedAt],
      refersToSigner(signingSessions.signerId, person),
    ),
  }),
  erase: [
    eraseSigningDrafts,
    eraseDelegations(isEndedUnsigned),
    eraseDraftSigners,
    eraseSigners,
    eraseContacts,
    eraseUserOfProcesses('createdBy', isCreatorNotShown),
    eraseUserOfProcesses('sentBy', isSenderNotShown),
  ],
  erased: [
    signers.name,
    signers.email,
    signers.phone,
    signers.subject,
    signers.message,
    signers.refusalReason,
    signers.deliveryError,
    signers.signature,
    signers.initials,
    signers.signedAddress,
    signers.signedUserAgent,
    fields.value,
    signingDrafts.content,
    signatureConfirmations.content,
    attachments.name,
    processes.createdByName,
    processes.sentByName,
    ...delegationColumns,
  ],
  kept: { 'the tenant chose what it says of the process': [processes.metadata] },
}
