'use client'

import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useReducer, useRef } from 'react'
import type { ItemResponse } from '#components/api/records.ts'
import { uploadErrorOf } from '#components/documents/upload-errors.ts'
import { uploadFile } from '#components/documents/upload-file.ts'
import type { DocumentRecord } from '#lib/documents/schema'

export interface Upload {
  id: number
  file: File
  /** Empty for no folder. */
  folderId: string
  state: 'waiting' | 'sending' | 'checking' | 'done' | 'refused'
  /** Progress, 0 to 1. */
  sent: number
  document?: DocumentRecord
  refusal?: { message: string; requestId: string | null; canRetry: boolean }
}

type Step =
  | { type: 'add'; files: File[]; folderId: string }
  | { type: 'change'; id: number; change: Partial<Upload> }
  | { type: 'remove'; id: number }
  | { type: 'clear' }

const atOnce = 2
const finished = (upload: Upload) => upload.state === 'done' || upload.state === 'refused'

function reduce(uploads: Upload[], step: Step): Upload[] {
  if (step.type === 'remove') return uploads.filter((upload) => upload.id !== step.id)
  if (step.type === 'clear') return uploads.filter((upload) => !finished(upload))
  if (step.type === 'change')
    return uploads.map((upload) => (upload.id === step.id ? { ...upload, ...step.change } : upload))
  const next = (uploads.at(-1)?.id ?? 0) + 1
  return [
    ...uploads,
    ...step.files.map(
      (file, index): Upload => ({
        id: next + index,
        file,
        folderId: step.folderId,
        state: 'waiting',
        sent: 0,
      }),
    ),
  ]
}

interface Queue {
  uploads: Upload[]
  add: (files: Iterable<File>, folderId: string) => void
  retry: (id: number) => void
  remove: (id: number) => void
  clear: () => void
}

const QueueContext = createContext<Queue | null>(null)

/** Keeps uploads running across pages. */
export function UploadProvider({ children }: { children: ReactNode }) {
  const [uploads, dispatch] = useReducer(reduce, [])
  const running = useRef(new Map<number, AbortController>())
  const client = useQueryClient()

  useEffect(() => {
    const free = atOnce - running.current.size
    for (const upload of uploads
      .filter((candidate) => candidate.state === 'waiting')
      .slice(0, Math.max(free, 0))) {
      if (running.current.has(upload.id)) continue
      const change = (part: Partial<Upload>) => dispatch({ type: 'change', id: upload.id, change: part })
      const control = new AbortController()
      running.current.set(upload.id, control)
      change({ state: 'sending', sent: 0 })
      uploadFile(upload.file, upload.folderId, control.signal, (sent) =>
        change({ sent, state: sent < 1 ? 'sending' : 'checking' }),
      )
        .then((body: ItemResponse<DocumentRecord>) => {
          running.current.delete(upload.id)
          change({ state: 'done', sent: 1, document: body.data })
          void client.invalidateQueries({ queryKey: ['documents'] })
          void client.invalidateQueries({ queryKey: ['account'] })
        })
        .catch((error: unknown) => {
          running.current.delete(upload.id)
          change({ state: 'refused', refusal: uploadErrorOf(error) })
        })
    }
  }, [uploads, client])

  const queue = useMemo<Queue>(
    () => ({
      uploads,
      add: (files, folderId) => dispatch({ type: 'add', files: [...files], folderId }),
      retry: (id) => dispatch({ type: 'change', id, change: { state: 'waiting', sent: 0 } }),
      remove: (id) => {
        running.current.get(id)?.abort()
        running.current.delete(id)
        dispatch({ type: 'remove', id })
      },
      clear: () => dispatch({ type: 'clear' }),
    }),
    [uploads],
  )
  return <QueueContext.Provider value={queue}>{children}</QueueContext.Provider>
}

export function useUploads(): Queue {
  const queue = useContext(QueueContext)
  if (!queue) throw new Error('useUploads needs an UploadProvider above it')
  return queue
}
