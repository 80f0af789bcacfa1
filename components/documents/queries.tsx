'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, query } from '#components/api/client'
import type { Many, One } from '#components/api/records'
import type { DocumentRecord } from '#lib/documents/schema'

export interface DocumentFilter {
  search?: string
  status?: string
  page?: number
  per_page?: number
}

export function useDocuments(filter: DocumentFilter) {
  return useQuery({
    queryKey: ['documents', 'list', filter],
    queryFn: ({ signal }) =>
      api<Many<DocumentRecord>>('GET', `/documents${query({ ...filter })}`, undefined, signal),
    placeholderData: keepPreviousData,
  })
}

export function useDocument(id: number) {
  return useQuery({
    queryKey: ['documents', id],
    queryFn: ({ signal }) => api<One<DocumentRecord>>('GET', `/documents/${id}`, undefined, signal),
    select: (answer) => answer.data,
  })
}

export function useDeleteDocument() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api<void>('DELETE', `/documents/${id}`),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: ['documents', id] })
      void client.invalidateQueries({ queryKey: ['documents', 'list'] })
    },
  })
}
