import { and, asc, inArray } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { copyName } from '#lib/core/text/copy-name'
import { copyDocuments } from '#lib/documents/copies/copy'
import { findDocuments, whereVisibleDocument } from '#lib/documents/find'
import { authorize } from '#lib/policy'
import { insertDraft } from './create.ts'
import { insertFields } from './fields/fields.ts'
import { withoutSignersValues } from './fields/presets.ts'
import { toProcessResponse } from './get.ts'
import { loadWholeProcess, lockProcess } from './load.ts'
import type { ProcessSigner } from './parts.ts'
import type { WholeProcess } from './present.ts'
import type { ProcessRecord } from './schema.ts'

/**
 * Copies a process in any status to a draft: its name, people, options, fields, and documents as they were uploaded.
 * Deleted documents and erased people are left out, and so is what signers have entered.
 */
export function duplicateProcess(ctx: Ctx, id: number): Promise<ProcessRecord> {
  authorize(ctx, 'process.write')
  return write(ctx, async (tx) => {
    const original = await loadWholeProcess(tx, ctx, await lockProcess(tx, ctx, id))
    const { process } = original
    const people = original.signers.filter(({ erasedAt }) => erasedAt === null)
    const originalIds = original.documents.map(({ documentId }) => documentId)
    await lockDocuments(tx, ctx, originalIds)
    const copies = await copyDocuments(tx, ctx, originalIds, process.folderId)
    const draft = await insertDraft(tx, ctx, {
      name: copyName(process.name),
      description: process.description,
      folder_id: process.folderId,
      documents: original.documents.flatMap(({ documentId, position }) => {
        const copyId = copies.get(documentId)
        return copyId === undefined ? [] : [{ id: copyId, order: position }]
      }),
      // An access code stays that of the same person.
      signers: people.map(
        ({
          name,
          email,
          phone,
          order,
          type,
          role,
          locale,
          otp,
          accessCodeHash,
          subject,
          message,
          signatureLevel,
        }) => ({
          ...{ name, email, phone, order, type, role, locale, otp, accessCodeHash, subject, message },
          signature_level: signatureLevel,
          isCopy: true,
        }),
      ),
      options: process.options,
    })
    await copyFields(tx, ctx, { original, people, copies, draft })
    return toProcessResponse(tx, ctx, await loadWholeProcess(tx, ctx, draft.process))
  })
}

/** Locks the originals until the transaction ends, so that their files are not removed. */
async function lockDocuments(tx: Tx, ctx: Ctx, ids: number[]): Promise<void> {
  await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(whereVisibleDocument(ctx), inArray(documents.id, ids)))
    .orderBy(asc(documents.id))
    .for('share')
}

interface FieldSource {
  original: WholeProcess
  /** The copied people, in the order of the draft's signers. */
  people: ProcessSigner[]
  /** The ids of the copied documents by those of the originals. */
  copies: Map<number, number>
  draft: WholeProcess
}

async function copyFields(tx: Tx, ctx: Ctx, { original, people, copies, draft }: FieldSource): Promise<void> {
  const uploads = await findDocuments(tx, ctx, [...copies.keys()])
  const signerIds = new Map(people.map(({ id }, index) => [id, draft.signers[index]!.id]))
  const newFields = withoutSignersValues(original.fields, people).flatMap(({ id: _id, ...field }) => {
    const documentId = copies.get(field.documentId)
    const signerId = signerIds.get(field.signerId)
    // Pages after those of the upload were appended when the process was sent.
    const isOnUpload = field.page <= (uploads.get(field.documentId)?.pageCount ?? 0)
    if (documentId === undefined || signerId === undefined || !isOnUpload) return []
    return [{ ...field, documentId, signerId }]
  })
  await insertFields(tx, ctx, draft.process.id, newFields)
}
