import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listQuery } from '#components/api/api-query.ts'
import { useCreate } from '#components/api/create.ts'
import { showProcess } from '#components/processes/process-query.ts'
import type { ListRules, ListState } from '#components/shell/list/list-state.ts'
import type { toUseRequest } from '#components/templates/template-use.ts'

export const templateListRules: ListRules = { folders: true, sorts: ['name', 'usage_count', 'created_at'] }

export const templatesQuery = (state: ListState) =>
  listQuery(['templates', 'list'], 'GET /templates', { state })

export function useTemplates(state: ListState) {
  return useQuery(templatesQuery(state))
}

/** Creates a copy of a template. */
export function useDuplicate() {
  const client = useQueryClient()
  const create = useCreate()
  return useMutation({
    mutationFn: (id: number) => create('POST /templates/{id}/duplicate', { path: { id } }),
    onSuccess: (body) => {
      client.setQueryData(['templates', body.data.id], body)
      void client.invalidateQueries({ queryKey: ['templates', 'list'] })
    },
  })
}

/** Creates a draft from the template, and refreshes the lists. */
export function useCreateProcess(templateId: number) {
  const client = useQueryClient()
  const create = useCreate()
  return useMutation({
    mutationFn: (input: ReturnType<typeof toUseRequest>) =>
      create('POST /templates/{id}/use', { path: { id: templateId }, body: input }),
    onSuccess: (body) => {
      showProcess(client, body)
      void client.invalidateQueries({ queryKey: ['templates'] })
    },
  })
}
