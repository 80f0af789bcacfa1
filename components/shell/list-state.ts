/** What a list page's address may say beside the page and the words that are searched. */
export interface ListRules {
  filters?: Filter[]
  /** The columns that the API can sort by, without the sign. */
  sorts?: readonly string[]
  /** As the API sorts when it is not asked: newest first unless said otherwise. */
  sort?: string
}

/** A choice above the list; the value '' stands for all. */
export interface Filter {
  /** Its query parameter, in the address as in `/api/v1`. */
  name: string
  label: string
  options: { value: string; label: string }[]
}

/** The query parameters that are set; without any it is the first page of all. */
export type ListState = Partial<Record<string, string>>

export const DEFAULT_SORT = '-created_at'
const ROWS_PER_PAGE = 20

/** Reads the address of a list page; what the list does not know is left out, and empty is absent. */
export function listStateOf(
  { filters = [], sorts = [] }: ListRules,
  query: Partial<Record<string, string>>,
): ListState {
  const state: ListState = {}
  const take = (name: string, isKnown: (value: string) => boolean) => {
    const value = query[name]
    if (value && isKnown(value)) state[name] = value
  }
  take('search', (text) => text.length <= 200)
  for (const { name, options } of filters)
    take(name, (chosen) => options.some(({ value }) => value === chosen))
  take('sort', (name) => sorts.includes(name.replace(/^-/, '')))
  take('page', (number) => /^[1-9]\d{0,5}$/.test(number))
  return state
}

/** The page of the list that `state` with this change describes: another list begins at its first page. */
export function listHref(path: string, state: ListState, change: ListState): string {
  const { page: _, ...rest } = state
  const parameters = Object.entries({ ...rest, ...change }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  const text = new URLSearchParams(parameters).toString()
  return text ? `${path}?${text}` : path
}

/** What `/api/v1` is asked for. */
export function listPath(path: string, state: ListState, rows = ROWS_PER_PAGE): string {
  return listHref(path, {}, { ...state, per_page: String(rows) })
}
