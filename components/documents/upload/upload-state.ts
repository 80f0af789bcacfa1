import { ApiError } from '#components/api/client.ts'
import { newIdempotencyKey } from '#components/api/create.ts'
import { getPageMode } from '#components/api/page-mode.ts'
import type { DocumentRecord } from '#lib/documents/schema'

/** A form that takes the document of an upload. */
export interface UploadForm {
  /** The URL of its page. */
  page: string
  /** The id of the document that the upload replaces in the form. */
  replacedId: number | null
}

export interface Upload {
  /** No other upload since the page was loaded has it. */
  id: number
  file: File
  /** Empty for no folder. */
  folderId: string
  /** The mode in which the file was chosen. */
  testMode: boolean | undefined
  /** The form in which the file was chosen, until the form has taken the document. */
  form: UploadForm | null
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

type UploadAction =
  | { type: 'add'; uploads: Upload[] }
  | { type: 'change'; id: number; changes: Partial<Upload> }
  | { type: 'interrupt'; id: number; error: unknown }
  | { type: 'retry'; ids: number[] }
  | { type: 'take'; id: number }
  | { type: 'moveForm'; from: string; to: string }
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
  // After an ended session the user has signed in again, and after 412 returned to the mode of the upload.
  return [0, 401, 409, 412, 429].includes(status) || status >= 500
}

export function countUploads(uploads: Upload[]) {
  return {
    total: uploads.length,
    done: uploads.filter(({ state }) => state === 'done').length,
    failed: uploads.filter(({ state }) => state === 'failed').length,
    unfinished: uploads.filter((upload) => !isFinished(upload)).length,
  }
}

/**
 * The uploads that a short list shows: first the failed ones, then those in progress, those that wait, and the rest.
 */
export function mostRelevant(uploads: Upload[], count: number): Upload[] {
  const order: Upload['state'][] = ['failed', 'checking', 'sending', 'waiting', 'done']
  return uploads.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).slice(0, count)
}

/**
 * The uploaded documents that the form of a page has not taken yet, in the order in which the files were chosen: a new
 * document waits for the unfinished uploads before it.
 */
export function documentsForForm(uploads: Upload[], page: string) {
  const ofForm = uploads.filter(({ form }) => form?.page === page)
  const firstUnfinished = ofForm.findIndex((upload) => !isFinished(upload) && !upload.form?.replacedId)
  return ofForm.flatMap(({ id, form, document }, index) => {
    const replacedId = form?.replacedId ?? null
    const isNext = firstUnfinished < 0 || index < firstUnfinished || replacedId !== null
    return document && isNext ? [{ uploadId: id, document, replacedId }] : []
  })
}

export function reduceUploads(uploads: Upload[], action: UploadAction): Upload[] {
  const change = (ids: number[], getChanges: (upload: Upload) => Partial<Upload>) =>
    uploads.map((upload) => (ids.includes(upload.id) ? { ...upload, ...getChanges(upload) } : upload))
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
    case 'add':
      return [...uploads, ...action.uploads]
    case 'take':
      return change([action.id], () => ({ form: null }))
    case 'moveForm':
      return uploads.map((upload) =>
        upload.form?.page === action.from ? { ...upload, form: { ...upload.form, page: action.to } } : upload,
      )
  }
}

let lastId = 0

/** Uploads that wait. React may call a reducer more than once for an action, so ids and keys are made outside it. */
export function newUploads(files: Iterable<File>, folderId: string, form: UploadForm | null): Upload[] {
  return [...files].map((file) => {
    lastId += 1
    const upload = { id: lastId, file, folderId, form, testMode: getPageMode() }
    return { ...upload, idempotencyKey: newIdempotencyKey(), state: 'waiting', sent: 0, interruptions: 0 }
  })
}
