'use client'

import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { documentQuery } from '#components/documents/document-query.ts'

/**
 * The documents of an editor in order, with their page sizes; null until all are loaded. One that is added later appears
 * when it is loaded, and the editor stays open meanwhile.
 */
export function useEditorDocuments(documents: { id: number; order: number }[]) {
  const haveLoaded = useRef(false)
  const ordered = documents.toSorted((a, b) => a.order - b.order)
  const { loaded, ...rest } = useQueries({
    queries: ordered.map(({ id }) => ({ ...documentQuery(id), staleTime: 60_000 })),
    combine: (responses) => {
      const loaded = responses.flatMap((body) => (body.data ? [body.data.data] : []))
      return {
        error: responses.find((body) => body.error)?.error ?? null,
        loaded,
        refetch: () => {
          for (const body of responses) if (body.error) void body.refetch()
        },
      }
    },
  })
  haveLoaded.current ||= ordered.length > 0 && loaded.length === ordered.length
  const areShown = haveLoaded.current ? loaded.length > 0 : loaded.length === ordered.length
  return { ...rest, loaded: areShown ? loaded : null }
}
