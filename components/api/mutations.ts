import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'

/** A mutation that invalidates `queryKey`. */
export function useInvalidatingMutation<V, R>(queryKey: QueryKey, mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey }) })
}

/** Deletes a record by id, and invalidates its list. */
export function useDelete(records: 'documents' | 'templates' | 'webhooks') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(`DELETE /${records}/{id}`, { path: { id } }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: [records, id] })
      void client.invalidateQueries({ queryKey: [records, 'list'] })
    },
  })
}
