'use client'

import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useReducer, useRef } from 'react'
import type { ItemResponse } from '#components/api/records.ts'
import type { DocumentRecord } from '#lib/documents/schema'

export interface Upload {
  id: number
  file: File
  /** Empty for no folder. */
  folderId: string
  state: 'waiting' | 'sending' | 'checking' | 'done' | 'failed'
  /** The sent part of the file, 0 to 1. */
  sent: number
  /** Set once the state is `done`. */
  document?: DocumentRecord
  /** Set once the state is `failed`. */
  error?: unknown
}

type Action =
  | { type: 'add'; files: File[]; folderId: string }
  | { type: 'change'; id: number; changes: Partial<Upload> }
  | { type: 'remove'; id: number }
  | { type: 'clear' }

const MAX_PARALLEL_UPLOADS = 2
const isFinished = (upload: Upload) => upload.state === 'done' || upload.state === 'failed'

function reduce(uploads: Upload[], action: Action): Upload[] {
  if (action.type === 'remove') return uploads.filter((upload) => upload.id !== action.id)
  if (action.type === 'clear') return uploads.filter((upload) => !isFinished(upload))
  if (action.type === 'change')
    return uploads.map((upload) => (upload.id === action.id ? { ...upload, ...action.changes } : upload))
  const firstId = (uploads.at(-1)?.id ?? 0) + 1
  return [
    ...uploads,
    ...action.files.map(
      (file, index): Upload => ({
        id: firstId + index,
        file,
        folderId: action.folderId,
        state: 'waiting',
        sent: 0,
      }),
    ),
  ]
}

interface Queue {
  /** The service makes PDFs of DOCX and ODT files. */
  takesTextDocuments: boolean
  uploads: Upload[]
  add: (files: Iterable<File>, folderId: string) => void
  retry: (id: number) => void
  remove: (id: number) => void
  clear: () => void
}

const QueueContext = createContext<Queue | null>(null)

/** Holds the uploads above the pages, so that they continue when the user opens another page. */
export function UploadProvider({
  takesTextDocuments,
  children,
}: Pick<Queue, 'takesTextDocuments'> & { children: ReactNode }) {
  const [uploads, dispatch] = useReducer(reduce, [])
  /** The uploads in progress, by id. */
  const running = useRef(new Map<number, AbortController>())
  const client = useQueryClient()

  useEffect(() => {
    const freeSlots = Math.max(MAX_PARALLEL_UPLOADS - running.current.size, 0)
    const waiting = uploads.filter((upload) => upload.state === 'waiting')
    for (const upload of waiting.slice(0, freeSlots)) {
      // It has started, but its new state is not rendered yet.
      if (running.current.has(upload.id)) continue
      const change = (changes: Partial<Upload>) => dispatch({ type: 'change', id: upload.id, changes })
      const controller = new AbortController()
      running.current.set(upload.id, controller)
      change({ state: 'sending', sent: 0 })
      const onProgress = (sentBytes: number) =>
        change({ sent: sentBytes, state: sentBytes < 1 ? 'sending' : 'checking' })
      import('#components/documents/upload-file.ts')
        .then(({ uploadFile }) => uploadFile(upload.file, upload.folderId, controller.signal, onProgress))
        .then((body: ItemResponse<DocumentRecord>) => {
          running.current.delete(upload.id)
          change({ state: 'done', sent: 1, document: body.data })
          void client.invalidateQueries({ queryKey: ['documents'] })
          void client.invalidateQueries({ queryKey: ['account'] })
        })
        .catch((error: unknown) => {
          running.current.delete(upload.id)
          change({ state: 'failed', error })
        })
    }
  }, [uploads, client])

  const queue = useMemo<Queue>(
    () => ({
      takesTextDocuments,
      uploads,
      add: (files, folderId) => dispatch({ type: 'add', files: [...files], folderId }),
      retry: (id) => dispatch({ type: 'change', id, changes: { state: 'waiting', sent: 0 } }),
      remove: (id) => {
        running.current.get(id)?.abort()
        running.current.delete(id)
        dispatch({ type: 'remove', id })
      },
      clear: () => dispatch({ type: 'clear' }),
    }),
    [uploads, takesTextDocuments],
  )
  return <QueueContext.Provider value={queue}>{children}</QueueContext.Provider>
}

/** The uploads and what can be done with them. */
export function useUploads(): Queue {
  const queue = useContext(QueueContext)
  if (!queue) throw new Error('useUploads needs an UploadProvider above it')
  return queue
}
