import { eq } from 'drizzle-orm'
import { type AttachmentRow, type AttachmentType, attachments } from '#db/schema/processes-links'
import { type Reader, read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound, validationError } from '#lib/core/errors'
import { storeFiles } from '#lib/documents/store-files'
import type { StagedUpload } from '#lib/documents/upload/convert'
import { cleanFilename } from '#lib/documents/upload/names'
import { errorText } from '#lib/messages/errors'
import type { AttachmentRecord } from '#lib/processes/fields/attachment-schema'
import { isSigning } from '#lib/processes/rules'
import { attachmentData, deleteAttachments } from '#lib/processes/signers/attachments'
import { limitRequests } from '../help/limits.ts'
import {
  asSigner,
  findSignerFields,
  getActingSigner,
  loadSigningSession,
  lockSigningSession,
  type SigningSession,
} from '../load.ts'
import { assertOpened, assertTurn, requireOtp } from '../rules.ts'
import { checkFile } from './check-file.ts'

/** Adds a file to a field of the type `attachment`, in place of the one that is there. */
export async function addAttachment(
  ctx: Ctx,
  fieldId: number,
  { file }: { file: StagedUpload | null },
): Promise<AttachmentRecord> {
  if (!file) throw validationError({ file: [errorText('documents.chooseFile')] })
  try {
    await limitRequests('attachment', getActingSigner(ctx).tokenHash)
    // Before the check of the file, which costs more.
    await read(ctx, async (reader) => findTarget(reader, ctx, await loadSigningSession(reader, ctx), fieldId))
    file.sync()
    return presentAttachment(await store(ctx, fieldId, file, await checkFile(ctx, file)))
  } catch (error) {
    await file.discard()
    throw error
  }
}

/** Removes the file from a field. */
export function removeAttachment(ctx: Ctx, fieldId: number): Promise<void> {
  return write(ctx, async (tx) => {
    const target = await findTarget(tx, ctx, await lockSigningSession(tx, ctx), fieldId)
    const [removed] = await deleteAttachments(tx, ctx, eq(attachments.fieldId, fieldId))
    if (!removed) throw notFound()
    await recordChange(tx, ctx, 'signature.attachment_removed', target, removed)
  })
}

/** The signer and process of a field that the person of the link may add a file to now. */
async function findTarget(reader: Reader, ctx: Ctx, session: SigningSession, fieldId: number) {
  assertTurn('sign', session, ctx.now)
  requireOtp(session)
  session.sharers.filter(isSigning).forEach(assertOpened)
  const fields = await findSignerFields(reader, ctx)
  const field = fields.find(({ id, type }) => id === fieldId && type === 'attachment')
  if (!field) throw notFound()
  return { process: session.process, signer: session.sharers.find(({ id }) => id === field.signerId)! }
}

type Target = Awaited<ReturnType<typeof findTarget>>

/** Stores the file, and writes its record and the event in one transaction. */
function store(
  ctx: Ctx,
  fieldId: number,
  file: StagedUpload,
  mimeType: AttachmentType,
): Promise<AttachmentRow> {
  const { size, sha256 } = file
  return storeFiles(ctx, {
    hashes: [sha256],
    put: () => file.commit(),
    async record(tx) {
      const target = await findTarget(tx, ctx, await lockSigningSession(tx, ctx), fieldId)
      await deleteAttachments(tx, ctx, eq(attachments.fieldId, fieldId))
      const [row] = await tx
        .insert(attachments)
        .values({
          tenantId: ctx.tenantId,
          processId: target.process.id,
          signerId: target.signer.id,
          fieldId,
          name: cleanFilename(file.filename),
          ...{ mimeType, size, sha256, createdAt: ctx.now },
        })
        .returning()
      await recordChange(tx, ctx, 'signature.attachment_added', target, row!)
      return row!
    },
  })
}

function recordChange(
  tx: Tx,
  ctx: Ctx,
  type: 'signature.attachment_added' | 'signature.attachment_removed',
  { process, signer }: Target,
  attachment: AttachmentRow,
): Promise<unknown> {
  return record(tx, asSigner(ctx, signer), {
    type,
    subject: { process: process.id },
    data: attachmentData(process, signer, attachment),
  })
}

function presentAttachment(row: AttachmentRow): AttachmentRecord {
  const { id, fieldId, name, mimeType, size, sha256, createdAt } = row
  return {
    ...{ id, field_id: fieldId, name, mime_type: mimeType, size, sha256 },
    created_at: createdAt.toISOString(),
  }
}
