import { useQuery } from '@tanstack/react-query'
import { listQuery } from '#components/api/api-query.ts'
import { type ListRules, type ListState, withInstants } from '#components/shell/list/list-state.ts'
import { usePreferences } from '#components/ui/preferences.tsx'

export const archiveListRules: ListRules = {
  moreFilters: [
    { name: 'date_from', label: (t) => t('archives.filter.completedFrom'), type: 'date' },
    { name: 'date_to', label: (t) => t('archives.filter.completedUntil'), type: 'date' },
  ],
  folders: true,
  sorts: ['name', 'completed_at'],
  sort: '-completed_at',
}

export const archivesQuery = (state: ListState, timeZone: string) =>
  listQuery(['archives'], 'GET /archives', { state: withInstants(state, timeZone) })

export function useArchives(state: ListState) {
  return useQuery(archivesQuery(state, usePreferences().timeZone))
}
