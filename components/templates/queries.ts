import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { showProcess } from '#components/processes/process-query.ts'
import { listQuery } from '#components/shell/list/list-query.ts'
import type { ListRules, ListState } from '#components/shell/list/list-state.ts'
import type { TemplateUse } from '#components/templates/template-use.ts'
import type { ProcessRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'

export const templateListRules: ListRules = { folders: true, sorts: ['name', 'usage_count', 'created_at'] }

export const templatesQuery = (state: ListState) =>
  listQuery<TemplateRecord>(['templates', 'list'], '/templates', state)

export function useTemplates(state: ListState) {
  return useQuery(templatesQuery(state))
}

/** Creates a copy of a template. */
export function useDuplicate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api<ItemResponse<TemplateRecord>>('POST', `/templates/${id}/duplicate`),
    onSuccess: (body) => {
      client.setQueryData(['templates', body.data.id], body)
      void client.invalidateQueries({ queryKey: ['templates', 'list'] })
    },
  })
}

/** Creates a draft from the template, and refreshes the lists. */
export function useCreateProcess(templateId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: TemplateUse) =>
      api<ItemResponse<ProcessRecord>>('POST', `/templates/${templateId}/use`, input),
    onSuccess: (body) => {
      showProcess(client, body)
      void client.invalidateQueries({ queryKey: ['templates'] })
    },
  })
}
