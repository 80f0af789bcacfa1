import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { signerCertificates } from '#db/schema/keys'
import { fields, processes, signers, signingSessions } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import type { Tx } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { discardPrepared } from '#lib/processes/documents/revisions'
import { lockProcess } from '#lib/processes/load'
import type { ProcessRow } from '#lib/processes/present'
import { isSigner, type Person } from '../conditions.ts'
import { BATCH, ERASED_NAME, type EraseStep } from './step.ts'

/** Ended without a signed document: the data of the signers is no evidence. */
const endedUnsigned = inArray(processes.status, ['cancelled', 'refused', 'expired'])
const ended = inArray(processes.status, ['completed', 'voided'])
const hasFiles = sql`exists (select from ${vaultDocuments} where ${vaultDocuments.tenantId} = ${processes.tenantId}
  and ${vaultDocuments.processId} = ${processes.id})`

/** Drafts lose the person and their fields. */
export const eraseDraftSigners: EraseStep = async (tx, ctx, person) => {
  const rows = await findSigners(tx, person, eq(processes.status, 'draft'))
  let removed = 0
  for (const [processId, ids] of rows) {
    const process = await lockProcess(tx, ctx, processId)
    // It was sent meanwhile: it is listed as kept.
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

/** In processes that ended unsigned, and in those whose files were deleted, a pseudonym takes the person's place. */
export const eraseSigners: EraseStep = async (tx, ctx, person) => {
  const rows = await findSigners(tx, person, or(endedUnsigned, and(ended, sql`not ${hasFiles}`))!)
  let values = 0
  for (const [processId, ids] of rows) {
    const process = await lockProcess(tx, ctx, processId)
    values += await pseudonymise(tx, ctx, process, ids)
  }
  return { signers: [...rows.values()].flat().length, field_values: values }
}

/** The person of a completed process is no contact any more; what proves the signature stays. */
export const eraseContacts: EraseStep = async (tx, ctx, person) => {
  const rows = await findSigners(tx, person, and(ended, isNull(signers.erasedAt))!)
  const ids = [...rows.values()].flat()
  if (ids.length > 0)
    await tx
      .update(signers)
      .set({ ...contactData, erasedAt: ctx.now })
      .where(and(eq(signers.tenantId, ctx.tenantId), inArray(signers.id, ids)))
  return { contacts: ids.length }
}

/** What is no evidence of a signature. */
const contactData = {
  phone: null,
  subject: null,
  message: null,
  deliveryError: null,
  otpHash: null,
  otpSentAt: null,
  otpExpiresAt: null,
}

async function pseudonymise(tx: Tx, ctx: Ctx, process: ProcessRow, ids: number[]): Promise<number> {
  const { tenantId } = ctx
  await tx
    .update(signers)
    .set({
      ...contactData,
      name: ERASED_NAME,
      email: sql`'erased-' || ${signers.id} || '@erased.invalid'`,
      tokenNonce: null,
      tokenHash: null,
      otpSessionId: null,
      refusalReason: null,
      signature: null,
      initials: null,
      signedAddress: null,
      signedUserAgent: null,
      erasedAt: ctx.now,
    })
    .where(and(eq(signers.tenantId, tenantId), inArray(signers.id, ids)))
  await tx
    .delete(signingSessions)
    .where(and(eq(signingSessions.tenantId, tenantId), inArray(signingSessions.signerId, ids)))
  const cleared = await tx
    .update(fields)
    .set({ value: null })
    .where(and(eq(fields.tenantId, tenantId), inArray(fields.signerId, ids), isNotNull(fields.value)))
    .returning({ id: fields.id })
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
  return cleared.length
}

/** The next rows of the person in such processes: their ids by process, in a fixed order of locks. */
async function findSigners(tx: Tx, person: Person, condition: SQL): Promise<Map<number, number[]>> {
  const rows = await tx
    .select({ id: signers.id, processId: signers.processId })
    .from(signers)
    .innerJoin(processes, eq(processes.id, signers.processId))
    .where(and(eq(signers.tenantId, person.tenantId), isSigner(person), condition))
    .orderBy(asc(signers.processId), asc(signers.id))
    .limit(BATCH)
  const byProcess = Map.groupBy(rows, (row) => row.processId)
  return new Map([...byProcess].map(([id, list]) => [id, list.map((row) => row.id)]))
}
