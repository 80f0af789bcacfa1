'use client'

import { useQueries } from '@tanstack/react-query'
import { documentQuery } from '#components/documents/document-query.ts'

/** The documents of an editor in order, with their page sizes; null until all are loaded. */
export function useEditorDocuments(documents: { id: number; order: number }[]) {
  const ordered = documents.toSorted((a, b) => a.order - b.order)
  return useQueries({
    queries: ordered.map(({ id }) => ({ ...documentQuery(id), staleTime: 60_000 })),
    combine: (responses) => {
      const loaded = responses.flatMap((body) => (body.data ? [body.data.data] : []))
      return {
        error: responses.find((body) => body.error)?.error ?? null,
        loaded: loaded.length < ordered.length ? null : loaded,
        refetch: () => {
          for (const body of responses) if (body.error) void body.refetch()
        },
      }
    },
  })
}
