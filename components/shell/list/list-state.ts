import type { useTranslations } from 'use-intl'
import { addDays, startOfDay } from '#lib/core/clock'

/** The query parameters of a list page, besides page and search. */
export interface ListRules {
  filters?: ChoiceFilter[]
  /** The filters in the disclosure below the others; those that are set are listed, too. */
  moreFilters?: Filter[]
  /** The records can be filtered by folder. */
  folders?: true
  /** The views besides the table. */
  views?: readonly string[]
  /** The columns that the API can sort by, without the sign. */
  sorts?: readonly string[]
  /** The default sort; newest first if absent. */
  sort?: string
}

/** A text in the reader's language; a plain string is the same in all of them. */
export type Label = string | ((t: ReturnType<typeof useTranslations<never>>) => string)

/** A filter with options; the value '' means all. */
interface ChoiceFilter {
  /** The query parameter, in the page's URL and in `/api/v1`. */
  name: string
  label: Label
  options: FilterOption[]
}

export interface FilterOption {
  value: string
  label: Label
  /** The name of the group below which it is listed. */
  group?: Label
}

/** A filter with a text or a day as its value. */
export interface InputFilter {
  name: string
  label: Label
  type: 'text' | 'date'
  /** An example. */
  placeholder?: string
  /** What can be entered; shown as an error for a text that `accepts` refuses, which is not applied. */
  hint?: Label
  /** Whether the API can filter by the text; absent: by any text. */
  accepts?: (text: string) => boolean
}

export type Filter = ChoiceFilter | InputFilter

/** The query parameters that are set. */
export type ListState = Partial<Record<string, string>>

export const DEFAULT_SORT = '-created_at'
/** The limit of the API. */
export const MAX_TEXT_CHARACTERS = 200

/** Parses the query of a list page; unknown and empty parameters are left out. */
export function parseListState(
  { filters = [], moreFilters = [], folders, views = [], sorts = [] }: ListRules,
  query: Partial<Record<string, string>>,
): ListState {
  const state: ListState = {}
  const keepIf = (name: string, isKnown: (value: string) => boolean) => {
    const value = query[name]
    if (value && isKnown(value)) state[name] = value
  }
  keepIf('search', isShort)
  for (const filter of [...filters, ...moreFilters]) keepIf(filter.name, (value) => accepts(filter, value))
  keepIf('folder_id', (folder) => folders === true && /^(none|[1-9]\d{0,14})$/.test(folder))
  keepIf('view', (view) => views.includes(view))
  keepIf('sort', (name) => sorts.includes(name.replace(/^-/, '')))
  keepIf('page', (number) => /^[1-9]\d{0,5}$/.test(number))
  return state
}

/** Whether a value can be that of a filter. */
export function accepts(filter: Filter, value: string): boolean {
  if ('options' in filter) return filter.options.some((option) => option.value === value)
  return filter.type === 'date' ? isDay(value) : isShort(value) && (filter.accepts?.(value) ?? true)
}

function isShort(text: string): boolean {
  return text.length <= MAX_TEXT_CHARACTERS
}

/** Whether the text is a day such as `2026-11-25`. */
function isDay(text: string): boolean {
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text)
}

/** The state for the API, which has the reader's days as instants: from the start of the first to the end of the last. */
export function withInstants(state: ListState, timeZone: string): ListState {
  const { date_from, date_to, expires_before } = state
  const toInstant = (day: string, days: number) =>
    startOfDay(addDays(new Date(day), days), timeZone).toISOString()
  return {
    ...state,
    ...(date_from && { date_from: toInstant(date_from, 0) }),
    ...(date_to && { date_to: toInstant(date_to, 1) }),
    ...(expires_before && { expires_before: toInstant(expires_before, 0) }),
  }
}

/** The URL of the list with a changed state; a changed filter starts at the first page. */
export function listHref(path: string, state: ListState, change: ListState): string {
  const { page: _, ...stateWithoutPage } = state
  const parameters = Object.entries({ ...stateWithoutPage, ...change }).filter(
    (entry): entry is [string, string] => Boolean(entry[1]),
  )
  const text = new URLSearchParams(parameters).toString()
  return text ? `${path}?${text}` : path
}
