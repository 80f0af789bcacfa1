import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ItemResponse } from '#components/api/records.ts'
import type { DocumentRecord } from '#lib/documents/schema'

export const documentQuery = (id: number) =>
  apiQuery<ItemResponse<DocumentRecord>>(['documents', id], `/documents/${id}`)

export function useDocument(id: number) {
  return useQuery({ ...documentQuery(id), select: (body) => body.data })
}
