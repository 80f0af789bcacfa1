import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ItemResponse } from '#components/api/records.ts'
import type { TemplateRecord } from '#lib/templates/schema'

export const templateQuery = (id: number) =>
  apiQuery<ItemResponse<TemplateRecord>>(['templates', id], `/templates/${id}`)

export function useTemplate(id: number, options: { refetchOnMount?: 'always' } = {}) {
  return useQuery({ ...templateQuery(id), ...options, select: (body) => body.data })
}
