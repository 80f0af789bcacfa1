import { ApiError } from '#components/api/client.ts'

/** The message for each reason of a rejected upload. */
const texts: Record<string, string> = {
  too_large: 'The file is too large. Reduce the images in it, or split it.',
  not_pdf: 'This is not a PDF. Export it as PDF first, then choose it again.',
  encrypted: 'The file is protected with a password. Save a copy without one.',
  xfa: 'This is a dynamic form (XFA) that most readers cannot open. Print it to PDF and upload that.',
  corrupt: 'The file is damaged and cannot be repaired. Export it again.',
  too_many_pages: 'The file has too many pages. Split it into parts.',
  active_content:
    'It contains scripts or other files, which your organisation does not accept. Print it to PDF.',
  certified: 'The author has certified this file and does not permit further signatures.',
}

/** The message of a failed upload, and whether a retry may help. */
export function uploadErrorOf(error: unknown): {
  message: string
  requestId: string | null
  canRetry: boolean
} {
  const apiError = error instanceof ApiError ? error : new ApiError(0, null, null)
  const explanation = apiError.reason ? texts[apiError.reason] : undefined
  return {
    message: explanation ?? apiError.fields.file?.[0] ?? apiError.message,
    requestId: explanation ? null : apiError.requestId,
    canRetry: apiError.status === 0 || apiError.status === 429 || apiError.status >= 500,
  }
}
