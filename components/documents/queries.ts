import { useQuery } from '@tanstack/react-query'
import { listQuery } from '#components/api/api-query.ts'
import { api } from '#components/api/client.ts'
import { useCreate } from '#components/api/create.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { narrowList } from '#components/api/narrow.ts'
import { summarizeDocument } from '#components/documents/summary.ts'
import type { ListRules, ListState } from '#components/shell/list/list-state.ts'

export const documentListRules: ListRules = {
  filters: [
    {
      name: 'status',
      label: (t) => t('common.status'),
      options: [
        { value: '', label: (t) => t('common.allStatuses') },
        { value: 'uploaded', label: (t) => t('documents.filter.uploaded') },
        { value: 'in_process', label: (t) => t('documents.filter.in_process') },
        { value: 'completed', label: (t) => t('documents.filter.completed') },
      ],
    },
  ],
  folders: true,
  views: ['grid'],
  sorts: ['name', 'size', 'created_at'],
}

/** The view only changes how the documents are shown. */
export const documentsQuery = ({ view: _, ...state }: ListState, rows?: number) =>
  narrowList(listQuery(['documents', 'list'], 'GET /documents', { state, rows }), summarizeDocument)

export function useDocuments(state: ListState, rows?: number) {
  return useQuery(documentsQuery(state, rows))
}

export function useRenameDocument(id: number) {
  return useInvalidatingMutation(['documents'], (name: string) =>
    api('PATCH /documents/{id}', { path: { id }, body: { name } }),
  )
}

/** Copies a document. */
export function useDuplicateDocument() {
  const create = useCreate()
  return useInvalidatingMutation(['documents', 'list'], (id: number) =>
    create('POST /documents/{id}/duplicate', { path: { id } }),
  )
}
