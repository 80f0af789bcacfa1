'use client'

import { useQueries } from '@tanstack/react-query'
import { api } from '#components/api/client'
import type { One } from '#components/api/records'
import { Skeleton } from '#components/ui/states'
import type { DocumentRecord } from '#lib/documents/schema'

/** The papers of a desk in their order, with the sizes of their pages; null until all are there. */
export function usePapers(documents: { id: number; order: number }[]) {
  const ordered = documents.toSorted((a, b) => a.order - b.order)
  return useQueries({
    queries: ordered.map((one) => ({
      queryKey: ['documents', one.id],
      queryFn: () => api<One<DocumentRecord>>('GET', `/documents/${one.id}`),
      staleTime: 60_000,
    })),
    combine: (answers) => {
      const loaded = answers.flatMap((answer) => (answer.data ? [answer.data.data] : []))
      return {
        error: answers.find((answer) => answer.error)?.error,
        loaded: loaded.length < ordered.length ? null : loaded,
        retry: () => {
          for (const answer of answers) if (answer.error) void answer.refetch()
        },
      }
    },
  })
}

/** The desk while its papers are on their way. */
export function DeskWaiting() {
  return (
    <div role="status" aria-label="Opening the papers" className="flex h-dvh flex-col">
      <div className="flex h-14 items-center border-b border-rule px-6">
        <Skeleton className="h-5 w-56" />
      </div>
      <div className="flex flex-1 justify-center overflow-hidden bg-well p-8">
        <div className="rising aspect-[1/1.414] w-full max-w-3xl bg-sheet shadow-lift" />
      </div>
    </div>
  )
}
