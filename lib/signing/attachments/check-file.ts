import type { AttachmentType } from '#db/schema/processes-links'
import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { MAX_PAGES } from '#lib/documents/schema'
import { activeContentRefusal } from '#lib/documents/upload/upload'
import { asErrorText, errorText } from '#lib/messages/errors'
import type { StagedFile } from '#lib/storage/stage'
import { inThread } from '#lib/workers/pdf-pool'

/** Photos of phones have up to 200 megapixels. */
const MAX_JPEG_PIXELS = 250_000_000

/**
 * The type of a file by its content, checked as an uploaded document is; but a JPEG may have more pixels, as nothing of it
 * is drawn. A PNG may not, as it may inflate to a thousand times its size.
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
  if (!converted.ok && converted.jpegPixels) {
    if (converted.jpegPixels <= MAX_JPEG_PIXELS) return 'image/jpeg'
    const limit = MAX_JPEG_PIXELS / 1_000_000
    throw validationError(
      { file: [errorText('api.attachmentTooManyPixels', { limit })] },
      { reason: 'too_many_pixels' },
    )
  }
  if (!converted.ok && converted.reason !== 'not_pdf') throw refuse(converted.reason, converted.message)
  throw validationError({ file: [errorText('api.attachmentTypeUnknown')] }, { reason: 'not_pdf' })
}
