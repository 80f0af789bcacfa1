import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'

export const templateQuery = (id: number) =>
  apiQuery(['templates', id], 'GET /templates/{id}', { path: { id } })

export function useTemplate(id: number, options: { refetchOnMount?: 'always' } = {}) {
  return useQuery({ ...templateQuery(id), ...options, select: (body) => body.data })
}
