import type { AttachmentType } from '#db/schema/processes-links'
import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { MAX_PAGES } from '#lib/documents/schema'
import { activeContentRefusal } from '#lib/documents/upload/upload'
import { asErrorText, errorText } from '#lib/messages/errors'
import type { StagedFile } from '#lib/storage/stage'
import { inThread } from '#lib/workers/pdf-pool'

/**
 * The type of a file by its content, checked as an uploaded document is.
 * @throws AppError `validation_error` for other types, and files that cannot be opened
 */
export async function checkFile(ctx: Ctx, { file }: StagedFile): Promise<AttachmentType> {
  const refuse = (reason: string, message: string) =>
    validationError({ file: [asErrorText(reason, message)] }, { reason })
  const check = await inThread.check(file, { maxPages: MAX_PAGES }, ctx)
  if (check.ok) {
    const refusal = await activeContentRefusal(ctx, check.activeContent)
    if (refusal) throw refuse('active_content', refusal)
    return 'application/pdf'
  }
  if (check.reason !== 'not_pdf') throw refuse(check.reason, check.message)
  const converted = await inThread.convert(file, ctx)
  if (converted.ok && converted.type === 'image') return converted.mimeType
  if (!converted.ok && converted.reason !== 'not_pdf') throw refuse(converted.reason, converted.message)
  throw validationError({ file: [errorText('api.attachmentTypeUnknown')] }, { reason: 'not_pdf' })
}
