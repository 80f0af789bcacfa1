import { modeHeaders } from '#components/api/page-mode.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { sendForm } from '#components/api/send-form.ts'
import type { Upload } from '#components/documents/upload/upload-state.ts'
import type { DocumentRecord } from '#lib/documents/schema'

/**
 * Uploads one file.
 * @throws ApiError, or the signal's reason if the upload was cancelled before it began
 */
export function uploadFile(
  { file, folderId, testMode, idempotencyKey }: Upload,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ItemResponse<DocumentRecord>> {
  const form = new FormData()
  form.append('folder_id', folderId)
  form.append('file', file)
  const headers = { 'Idempotency-Key': idempotencyKey, ...modeHeaders(testMode) }
  return sendForm('/api/v1/documents', form, { onProgress, headers, signal })
}
