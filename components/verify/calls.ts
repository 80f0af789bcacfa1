import { ApiError, api, toApiError } from '#components/api/client.ts'
import { saveResponse } from '#components/api/download.ts'
import type { SignerLocale } from '#lib/core/locales'
import type { VerifyTexts } from '#lib/messages/verify'

/** The SHA-256 of a file, hexadecimal; null where the browser computes none, as without https. */
export async function computeHash(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function verifyFile(file: File, signal: AbortSignal) {
  return (await api('POST /verify', { body: { file }, signal })).data
}

export async function loadDifferences(file: File, signal: AbortSignal) {
  return (await api('POST /verify/differences', { body: { file }, signal })).data
}

/** Downloads the report on a file. @throws ApiError */
export async function downloadReport(
  file: File,
  format: 'pdf' | 'json',
  locale: SignerLocale,
): Promise<void> {
  const body = new FormData()
  body.set('file', file)
  const path = `/api/v1/verify/report?format=${format}&locale=${locale}`
  const response = await fetch(path, { method: 'POST', body }).catch(() => {
    throw new ApiError(0, null, null)
  })
  if (!response.ok) throw await toApiError(response.status, await response.text(), response.headers)
  // The page of a captive portal is HTML.
  if (!response.headers.get('content-type')?.startsWith(`application/${format}`))
    throw new ApiError(0, null, response.headers)
  await saveResponse(response)
}

/** The text of an error, by what the visitor can do. */
export function findErrorText(error: unknown, { errors }: VerifyTexts): string {
  if (!(error instanceof ApiError)) return errors.failed
  if (error.status === 0) return errors.offline
  if (error.status === 429 || error.status === 503) return errors.busy
  const { reason } = error
  if (reason === 'not_pdf' || reason === 'encrypted' || reason === 'too_large') return errors[reason]
  return error.status === 400 ? errors.corrupt : errors.failed
}
