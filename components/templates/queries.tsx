'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, query } from '#components/api/client'
import type { Many, One } from '#components/api/records'
import { showProcess } from '#components/processes/queries'
import type { ProcessRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'

export interface TemplateFilter {
  search?: string
  sort?: string
  page?: number
}

export function useTemplates(filter: TemplateFilter) {
  return useQuery({
    queryKey: ['templates', 'list', filter],
    queryFn: ({ signal }) =>
      api<Many<TemplateRecord>>('GET', `/templates${query({ ...filter })}`, undefined, signal),
    placeholderData: keepPreviousData,
  })
}

export function useTemplate(id: number) {
  return useQuery({
    queryKey: ['templates', id],
    queryFn: ({ signal }) => api<One<TemplateRecord>>('GET', `/templates/${id}`, undefined, signal),
    select: (answer) => answer.data,
  })
}

export function useDuplicate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api<One<TemplateRecord>>('POST', `/templates/${id}/duplicate`),
    onSuccess: (answer) => {
      client.setQueryData(['templates', answer.data.id], answer)
      void client.invalidateQueries({ queryKey: ['templates', 'list'] })
    },
  })
}

export function useDeleteTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api<void>('DELETE', `/templates/${id}`),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: ['templates', id] })
      void client.invalidateQueries({ queryKey: ['templates', 'list'] })
    },
  })
}

export interface People {
  name: string
  signers: { role: string; name: string; email: string }[]
}

/** Makes a draft of the template; every list then shows it. */
export function useUse(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (people: People) => api<One<ProcessRecord>>('POST', `/templates/${id}/use`, people),
    onSuccess: (answer) => {
      showProcess(client, answer)
      void client.invalidateQueries({ queryKey: ['templates'] })
    },
  })
}
