'use client'

import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { isServiceReady } from '#components/api/readiness.ts'
import type { ItemResponse } from '#components/api/records.ts'
import {
  isConnectionLost,
  isFinished,
  newUploads,
  reduceUploads,
  type Upload,
  type UploadForm,
} from '#components/documents/upload/upload-state.ts'
import { IsUploading } from '#components/shell/frame/test-mode.tsx'
import { askBeforeLeaving } from '#components/ui/form/ask-before-leaving.ts'
import type { DocumentRecord } from '#lib/documents/schema'

const MAX_PARALLEL_UPLOADS = 2
const CONNECTION_CHECK_MILLISECONDS = 5000

interface Queue {
  /** The service makes PDFs of DOCX, ODT and HTML files. */
  takesTextDocuments: boolean
  uploads: Upload[]
  /** Whether no file is sent until the service can be reached again. */
  isConnectionLost: boolean
  /** `form` takes the documents. */
  add: (files: Iterable<File>, folderId: string, form?: UploadForm | null) => void
  /** The form has taken the document. */
  take: (id: number) => void
  /** The form of a page was saved and is on another page now. */
  moveForm: (from: string, to: string) => void
  retry: (ids: number[]) => void
  remove: (id: number) => void
  clear: () => void
}

const QueueContext = createContext<Queue | null>(null)

/** Holds the uploads above the pages, so that they continue when the user opens another page. */
export function UploadProvider({
  takesTextDocuments,
  children,
}: Pick<Queue, 'takesTextDocuments'> & { children: ReactNode }) {
  const [uploads, dispatch] = useReducer(reduceUploads, [])
  const [isPaused, setPaused] = useState(false)
  /** The uploads in progress, by id. */
  const running = useRef(new Map<number, AbortController>())
  const client = useQueryClient()

  useEffect(() => {
    if (isPaused) return
    const freeSlots = Math.max(MAX_PARALLEL_UPLOADS - running.current.size, 0)
    const waiting = uploads.filter((upload) => upload.state === 'waiting')
    for (const upload of waiting.slice(0, freeSlots)) {
      // It has started, but its new state is not rendered yet.
      if (running.current.has(upload.id)) continue
      const { id } = upload
      const change = (changes: Partial<Upload>) => dispatch({ type: 'change', id, changes })
      const controller = new AbortController()
      running.current.set(id, controller)
      change({ state: 'sending', sent: 0 })
      const onProgress = (sentBytes: number) =>
        change({ sent: sentBytes, state: sentBytes < 1 ? 'sending' : 'checking' })
      import('#components/documents/upload/upload-file.ts')
        .then(({ uploadFile }) => uploadFile(upload, controller.signal, onProgress))
        .then((body: ItemResponse<DocumentRecord>) => {
          running.current.delete(id)
          change({ state: 'done', sent: 1, document: body.data })
          void client.invalidateQueries({ queryKey: ['documents'] })
          void client.invalidateQueries({ queryKey: ['account'] })
        })
        .catch((error: unknown) => {
          if (controller.signal.aborted) return
          running.current.delete(id)
          if (!isConnectionLost(error)) return change({ state: 'failed', error })
          setPaused(true)
          dispatch({ type: 'interrupt', id, error })
        })
    }
  }, [uploads, isPaused, client])

  useEffect(() => {
    if (!isPaused) return
    const resume = async () => {
      if (await isServiceReady()) setPaused(false)
    }
    void resume()
    const timer = setInterval(resume, CONNECTION_CHECK_MILLISECONDS)
    addEventListener('online', resume)
    return () => {
      clearInterval(timer)
      removeEventListener('online', resume)
    }
  }, [isPaused])

  const isUploading = uploads.some((upload) => !isFinished(upload))
  useEffect(() => (isUploading ? askBeforeLeaving() : undefined), [isUploading])

  const queue = useMemo<Queue>(
    () => ({
      takesTextDocuments,
      uploads,
      isConnectionLost: isPaused && isUploading,
      add: (files, folderId, form = null) =>
        dispatch({ type: 'add', uploads: newUploads(files, folderId, form) }),
      take: (id) => dispatch({ type: 'take', id }),
      moveForm: (from, to) => dispatch({ type: 'moveForm', from, to }),
      retry: (ids) => dispatch({ type: 'retry', ids }),
      remove: (id) => {
        running.current.get(id)?.abort()
        running.current.delete(id)
        dispatch({ type: 'remove', id })
      },
      clear: () => dispatch({ type: 'clear' }),
    }),
    [uploads, isPaused, isUploading, takesTextDocuments],
  )
  return (
    <QueueContext.Provider value={queue}>
      <IsUploading.Provider value={isUploading}>{children}</IsUploading.Provider>
    </QueueContext.Provider>
  )
}

/** The uploads and what can be done with them. */
export function useUploads(): Queue {
  const queue = useContext(QueueContext)
  if (!queue) throw new Error('useUploads needs an UploadProvider above it')
  return queue
}
