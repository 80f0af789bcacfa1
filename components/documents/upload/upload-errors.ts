import type { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'

/** The reasons of rejected uploads that have a text of their own. */
const explainedReasons = [
  'too_large',
  'pdf_too_large',
  'not_pdf',
  'encrypted',
  'xfa',
  'portfolio',
  'corrupt',
  'too_many_pages',
  'active_content',
  'certified',
  'too_many_pixels',
  'linked_content',
  'not_convertible',
] as const

/** The message of a failed upload. */
export function describeUploadError(
  error: unknown,
  t: ReturnType<typeof useTranslations<'documents'>>,
  errorText: (error: unknown) => string,
): { message: string; requestId: string | null } {
  const apiError = error instanceof ApiError ? error : new ApiError(0, null, null)
  const reason = explainedReasons.find((explained) => explained === apiError.reason)
  return {
    message: reason ? t(`upload.errors.${reason}`) : (apiError.fields.file?.[0] ?? errorText(apiError)),
    requestId: reason ? null : apiError.requestId,
  }
}
