import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { presentError } from '#lib/messages/english'
import type { ErrorText } from '#lib/messages/errors'
import type { TextPlace } from '#lib/pdf/import/fields-in-file'
import type { FileFields } from '#lib/pdf/import/file-field'
import { authorize } from '#lib/policy'
import { inThread } from '#lib/workers/pdf-pool'
import { isTooHeavy, isUnreadable } from '#lib/workers/thread-error'
import { findDocument } from './find.ts'
import type { DocumentRow } from './present.ts'
import type { FileFieldsRecord } from './schema.ts'

/** The form fields and text tags of a document. */
export async function getFileFields(ctx: Ctx, id: number): Promise<FileFieldsRecord> {
  authorize(ctx, 'document.read')
  const row = await read(ctx, (reader) => findDocument(reader, ctx, id))
  const { fields, problems } = await readFileFields(ctx, row)
  return {
    fields: fields.map(({ readOnly, maxLength, ...field }) => ({
      ...field,
      read_only: readOnly,
      max_length: maxLength,
    })),
    problems: problems.map(({ reason, ...problem }) => ({ ...problem, ...presentError('message', reason) })),
  }
}

/** The form fields and text tags of a document's file; a single problem if the file needs too much time or memory. */
export async function readFileFields(ctx: Ctx, document: DocumentRow): Promise<FileFields> {
  try {
    return await inThread.fieldsInFile({ tenantId: ctx.tenantId, sha256: document.workingSha256 }, ctx)
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
