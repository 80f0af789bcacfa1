import { ApiError, toApiError } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import type { Upload } from '#components/documents/upload/upload-state.ts'
import type { DocumentRecord } from '#lib/documents/schema'

/**
 * Uploads one file. Uses XMLHttpRequest, because fetch has no upload progress.
 * @throws ApiError, or the signal's reason if the upload was cancelled before it began
 */
export function uploadFile(
  { file, folderId, idempotencyKey }: Upload,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ItemResponse<DocumentRecord>> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('folder_id', folderId)
    form.append('file', file)
    request.open('POST', '/api/v1/documents')
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', idempotencyKey)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as ItemResponse<DocumentRecord>)
      else
        void toApiError(request.status, request.responseText, {
          get: (name) => request.getResponseHeader(name),
        }).then(reject)
    }
    request.onerror = () => reject(new ApiError(0, null, null))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
