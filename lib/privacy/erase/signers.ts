import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { signerCertificates } from '#db/schema/keys'
import { fields, processes, signers, signingSessions } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { discardPrepared } from '#lib/processes/documents/revisions'
import { lockProcess } from '#lib/processes/load'
import type { ProcessRow } from '#lib/processes/present'
import { isPerson, type Person } from '../conditions.ts'
import { BATCH_SIZE, ERASED_NAME, type EraseStep } from './step.ts'

/** Ended without a signed document: the data of the signers is not evidence. */
const isEndedUnsigned = inArray(processes.status, ['cancelled', 'refused', 'expired'])
const isCompleted = inArray(processes.status, ['completed', 'voided'])
const hasVaultFiles = sql`exists (select from ${vaultDocuments} where ${vaultDocuments.tenantId} = ${processes.tenantId}
  and ${vaultDocuments.processId} = ${processes.id})`

/** Drafts lose the person and their fields. */
export const eraseDraftSigners: EraseStep = async (tx, ctx, person) => {
  const idsByProcess = await findSigners(tx, person, eq(processes.status, 'draft'))
  let removed = 0
  for (const [processId, ids] of idsByProcess) {
    const process = await lockProcess(tx, ctx, processId)
    // It was sent meanwhile, so the report lists it as kept.
    if (process.status !== 'draft') continue
    removed += ids.length
    await tx.delete(signers).where(and(eq(signers.tenantId, ctx.tenantId), inArray(signers.id, ids)))
    await record(tx, ctx, {
      type: 'process.updated',
      subject: { process: processId },
      data: { process_id: processId, changed: ['signers'] },
    })
  }
  return { draft_signers: removed }
}

/** Replaces the person by a pseudonym in processes that ended unsigned and in those whose files were deleted. */
export const eraseSigners: EraseStep = async (tx, ctx, person) => {
  const idsByProcess = await findSigners(
    tx,
    person,
    or(isEndedUnsigned, and(isCompleted, sql`not ${hasVaultFiles}`))!,
  )
  let clearedValues = 0
  for (const [processId, ids] of idsByProcess) {
    const process = await lockProcess(tx, ctx, processId)
    clearedValues += await pseudonymise(tx, ctx, process, ids)
  }
  return { signers: [...idsByProcess.values()].flat().length, field_values: clearedValues }
}

/**
 * Removes contact data, links and copies of what was signed from completed processes. The evidence stays: the signed
 * files, the audit trail, and who signed.
 */
export const eraseContacts: EraseStep = async (tx, ctx, person) => {
  const idsByProcess = await findSigners(tx, person, and(isCompleted, isNull(signers.erasedAt))!)
  const ids = [...idsByProcess.values()].flat()
  if (ids.length === 0) return { contacts: 0, field_values: 0 }
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
  await tx
    .update(signers)
    .set({
      ...contactData,
      name: ERASED_NAME,
      email: sql`'erased-' || ${signers.id} || '@erased.invalid'`,
      ...copiesOfEvidence,
      refusalReason: null,
      erasedAt: ctx.now,
    })
    .where(and(eq(signers.tenantId, tenantId), inArray(signers.id, ids)))
  const clearedValues = await clearValues(tx, ctx, ids)
  if (!process.completedAt) {
    await discardPrepared(tx, ctx, process.id)
    await tx
      .delete(signerCertificates)
      .where(and(eq(signerCertificates.tenantId, tenantId), inArray(signerCertificates.signerId, ids)))
  }
  for (const id of ids)
    await record(tx, ctx, {
      type: 'signature.erased',
      subject: { process: process.id },
      data: { process_id: process.id, signer_id: id, test_mode: process.testMode },
    })
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

/** The ids of the person's next signer rows by process, sorted, so that processes are locked in a fixed order. */
async function findSigners(tx: Tx, person: Person, condition: SQL): Promise<Map<number, number[]>> {
  const rows = await tx
    .select({ id: signers.id, processId: signers.processId })
    .from(signers)
    .innerJoin(processes, eq(processes.id, signers.processId))
    .where(and(eq(signers.tenantId, person.tenantId), isPerson(person), condition))
    .orderBy(asc(signers.processId), asc(signers.id))
    .limit(BATCH_SIZE)
  const signersByProcess = Map.groupBy(rows, (row) => row.processId)
  return new Map([...signersByProcess].map(([id, list]) => [id, list.map((row) => row.id)]))
}
