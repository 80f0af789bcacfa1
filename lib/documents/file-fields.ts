import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { presentError } from '#lib/messages/english'
import type { ErrorText } from '#lib/messages/errors'
import type { TextPlace } from '#lib/pdf/import/fields-in-file'
import type { FileFields } from '#lib/pdf/import/file-field'
import { authorize } from '#lib/policy'
import type { EncryptedFile } from '#lib/storage/decrypt'
import { inThread } from '#lib/workers/pdf-pool'
import { isTooHeavy, isUnreadable } from '#lib/workers/thread-error'
import { findDocument } from './find.ts'
import type { DocumentRow } from './present.ts'
import type { FileFieldsRecord } from './schema.ts'

/** The form fields and text tags of a document. */
export async function getFileFields(ctx: Ctx, id: number): Promise<FileFieldsRecord> {
  authorize(ctx, 'document.read')
  const row = await read(ctx, (reader) => findDocument(reader, ctx, id))
  const { fields, problems } = await readFileFields(ctx, row.workingSha256)
  return {
    fields: fields.map(({ readOnly, maxLength, ...field }) => ({
      ...field,
      read_only: readOnly,
      max_length: maxLength,
    })),
    problems: problems.map(({ reason, ...problem }) => ({ ...problem, ...presentError('message', reason) })),
  }
}

/**
 * The form fields and text tags of a stored file, by its hash, or of a staged one; a single problem if the file needs
 * too much time or memory.
 */
export async function readFileFields(ctx: Ctx, file: string | EncryptedFile): Promise<FileFields> {
  try {
    const source = typeof file === 'string' ? { tenantId: ctx.tenantId, sha256: file } : file
    return await inThread.fieldsInFile(source, ctx)
  } catch (error) {
    return {
      fields: [],
      problems: [{ source: 'file', page: 1, text: '', reason: tooHeavyText(error) }],
    }
  }
}

/** The places of each text in a document's file; the error if it needs too much time or memory. */
export async function findPlaces(
  ctx: Ctx,
  document: DocumentRow,
  texts: string[],
): Promise<TextPlace[][] | ErrorText> {
  try {
    return await inThread.findTexts({ tenantId: ctx.tenantId, sha256: document.workingSha256 }, texts, ctx)
  } catch (error) {
    return tooHeavyText(error)
  }
}

/** The text of an error that the file causes. @throws any other error unchanged */
function tooHeavyText(error: unknown): ErrorText {
  if (isTooHeavy(error) || isUnreadable(error)) return error.text
  throw error
}
