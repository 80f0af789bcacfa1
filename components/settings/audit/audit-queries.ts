import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { Messages } from '#components/i18n/messages.ts'
import {
  type FilterOption,
  type ListRules,
  type ListState,
  withInstants,
} from '#components/shell/list/list-state.ts'
import { eventTypes, isActorName, parseRecordName } from '#lib/audit/events'

const EVENTS_PER_PAGE = 25

type Group = keyof Messages['settings']['audit']['groups']

/** The types of events by their group: `user.*`. */
const typesByGroup = Map.groupBy(eventTypes, (type) => type.split('.')[0] as Group)

const typeOptions = [...typesByGroup].flatMap(([group, types]): FilterOption[] => {
  const groupLabel: FilterOption['label'] = (t) => t(`settings.audit.groups.${group}`)
  return [
    {
      value: `${group}.*`,
      label: (t) => t('settings.audit.allOfGroup', { group: t(`settings.audit.groups.${group}`) }),
      group: groupLabel,
    },
    ...types.map(
      (type): FilterOption => ({
        value: type,
        label: (t) => t(`settings.audit.events.${type}`),
        group: groupLabel,
      }),
    ),
  ]
})

export const auditListRules: ListRules = {
  filters: [
    {
      name: 'type',
      label: (t) => t('settings.audit.type'),
      options: [{ value: '', label: (t) => t('settings.audit.allTypes') }, ...typeOptions],
    },
  ],
  moreFilters: [
    {
      name: 'actor',
      label: (t) => t('settings.audit.who'),
      type: 'text',
      placeholder: 'ada@example.com',
      hint: (t) => t('settings.audit.whoHint'),
      accepts: (text) => isActorName(text.trim()),
    },
    {
      name: 'record',
      label: (t) => t('settings.audit.subject'),
      type: 'text',
      placeholder: 'process:12',
      hint: (t) => t('settings.audit.subjectHint'),
      accepts: (text) => parseRecordName(text.trim()) !== null,
    },
    { name: 'date_from', label: (t) => t('settings.audit.from'), type: 'date' },
    { name: 'date_to', label: (t) => t('settings.audit.to'), type: 'date' },
  ],
}

/** The filters that are set, as parameters of the list and of its export; days are those of the reader's time zone. */
export function toFilter(state: ListState, timeZone: string): Record<string, string> {
  const filters = withInstants(state, timeZone)
  const names = ['type', 'actor', 'record', 'date_from', 'date_to']
  return Object.fromEntries(names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
}

/** A page of the audit log. @param cursor of the page; null for the newest events */
export const auditQuery = (filter: Record<string, string>, cursor: string | null) =>
  apiQuery(['audit-events', filter, cursor], 'GET /audit-events', {
    query: { ...filter, ...(cursor && { cursor }), per_page: EVENTS_PER_PAGE },
  })

export function useAuditEvents(filter: Record<string, string>, cursor: string | null) {
  return useQuery({ ...auditQuery(filter, cursor), placeholderData: keepPreviousData })
}
