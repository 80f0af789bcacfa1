import { ApiError } from '#components/api/client.ts'
import type { DocumentRecord } from '#lib/documents/schema'

export interface Upload {
  id: number
  file: File
  /** Empty for no folder. */
  folderId: string
  /** The service creates one document for it, also if the file is sent again because the response was lost. */
  idempotencyKey: string
  state: 'waiting' | 'sending' | 'checking' | 'done' | 'failed'
  /** The sent part of the file, 0 to 1. */
  sent: number
  /** How often the connection was lost while the file was sent. */
  interruptions: number
  /** Set once the state is `done`. */
  document?: DocumentRecord
  /** Set once the state is `failed`. */
  error?: unknown
}

export type UploadAction =
  | { type: 'add'; files: File[]; folderId: string }
  | { type: 'change'; id: number; changes: Partial<Upload> }
  | { type: 'interrupt'; id: number; error: unknown }
  | { type: 'retry'; ids: number[] }
  | { type: 'remove'; id: number }
  | { type: 'clear' }

/** After more, the file itself is likely to be the cause: a file that was deleted cannot be sent either. */
const MAX_INTERRUPTIONS = 3

export const isFinished = ({ state }: Upload) => state === 'done' || state === 'failed'

/** Whether there was no response, or the code that sends files could not be loaded. */
export const isConnectionLost = (error: unknown) => !(error instanceof ApiError) || error.status === 0

/** Whether sending a failed upload again may help. */
export function mayRetry({ state, error }: Upload): boolean {
  if (state !== 'failed') return false
  const status = error instanceof ApiError ? error.status : 0
  // After an ended session the user has signed in again.
  return [0, 401, 409, 429].includes(status) || status >= 500
}

export function countUploads(uploads: Upload[]) {
  return {
    total: uploads.length,
    done: uploads.filter(({ state }) => state === 'done').length,
    failed: uploads.filter(({ state }) => state === 'failed').length,
    unfinished: uploads.filter((upload) => !isFinished(upload)).length,
  }
}

/** The uploads that a short list shows: first the failed ones, then those in progress, those that wait, and the rest. */
export function mostRelevant(uploads: Upload[], count: number): Upload[] {
  const order: Upload['state'][] = ['failed', 'checking', 'sending', 'waiting', 'done']
  return uploads.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).slice(0, count)
}

export function reduceUploads(uploads: Upload[], action: UploadAction): Upload[] {
  const change = (ids: number[], changesOf: (upload: Upload) => Partial<Upload>) =>
    uploads.map((upload) => (ids.includes(upload.id) ? { ...upload, ...changesOf(upload) } : upload))
  switch (action.type) {
    case 'remove':
      return uploads.filter((upload) => upload.id !== action.id)
    case 'clear':
      return uploads.filter((upload) => !isFinished(upload))
    case 'change':
      return change([action.id], () => action.changes)
    case 'retry':
      return change(action.ids, () => ({ state: 'waiting', sent: 0, interruptions: 0 }))
    case 'interrupt':
      return change([action.id], ({ interruptions }) =>
        interruptions < MAX_INTERRUPTIONS
          ? { state: 'waiting', sent: 0, interruptions: interruptions + 1 }
          : { state: 'failed', error: action.error },
      )
    case 'add': {
      const firstId = (uploads.at(-1)?.id ?? 0) + 1
      return [
        ...uploads,
        ...action.files.map((file, index) => newUpload(firstId + index, file, action.folderId)),
      ]
    }
  }
}

function newUpload(id: number, file: File, folderId: string): Upload {
  const idempotencyKey = `upload-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`
  return { id, file, folderId, idempotencyKey, state: 'waiting', sent: 0, interruptions: 0 }
}
