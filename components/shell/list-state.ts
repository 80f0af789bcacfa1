import type { useTranslations } from 'use-intl'

/** The query parameters of a list page, besides page and search. */
export interface ListRules {
  filters?: Filter[]
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

/** A filter above the list; the value '' means all. */
export interface Filter {
  /** The query parameter, in the page's URL and in `/api/v1`. */
  name: string
  label: Label
  options: { value: string; label: Label }[]
}

/** The query parameters that are set. */
export type ListState = Partial<Record<string, string>>

export const DEFAULT_SORT = '-created_at'
const ROWS_PER_PAGE = 20
/** The limit of the API. */
const MAX_SEARCH_CHARACTERS = 200

/** Parses the query of a list page; unknown and empty parameters are left out. */
export function listStateOf(
  { filters = [], folders, views = [], sorts = [] }: ListRules,
  query: Partial<Record<string, string>>,
): ListState {
  const state: ListState = {}
  const keepIf = (name: string, isKnown: (value: string) => boolean) => {
    const value = query[name]
    if (value && isKnown(value)) state[name] = value
  }
  keepIf('search', (text) => text.length <= MAX_SEARCH_CHARACTERS)
  for (const { name, options } of filters)
    keepIf(name, (chosen) => options.some(({ value }) => value === chosen))
  keepIf('folder_id', (folder) => folders === true && /^(none|[1-9]\d{0,14})$/.test(folder))
  keepIf('view', (view) => views.includes(view))
  keepIf('sort', (name) => sorts.includes(name.replace(/^-/, '')))
  keepIf('page', (number) => /^[1-9]\d{0,5}$/.test(number))
  return state
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

/** The path of the API request. */
export function listPath(path: string, state: ListState, rows = ROWS_PER_PAGE): string {
  return listHref(path, {}, { ...state, per_page: String(rows) })
}
