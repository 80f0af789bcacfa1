import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'

export const documentQuery = (id: number) =>
  apiQuery(['documents', id], 'GET /documents/{id}', { path: { id } })

export function useDocument(id: number) {
  return useQuery({ ...documentQuery(id), select: (body) => body.data })
}
