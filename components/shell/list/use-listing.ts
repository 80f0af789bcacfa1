import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { rememberList } from '#components/shell/list/last-list.ts'
import {
  type ListRules,
  type ListState,
  listHref,
  parseListState,
} from '#components/shell/list/list-state.ts'

/** The list for the URL of the page. */
export interface Listing {
  path: string
  rules: ListRules
  state: ListState
  /** Whether a filter, a search or another page than the first is active. */
  isNarrowed: boolean
  getHref: (change: ListState) => string
  /** Shows the list with a changed state. */
  apply: (change: ListState) => void
}

/** Reads the list's state from the URL of the page. */
export function useListing(rules: ListRules): Listing {
  const parameters = useSearchParams()
  const path = usePathname()
  const state = parseListState(rules, Object.fromEntries(parameters))
  const getHref = (change: ListState) => listHref(path, state, change)
  const url = listHref(path, {}, state)
  useEffect(() => rememberList(path, url), [path, url])
  const { sort: _, view: __, ...narrowing } = state
  return {
    path,
    rules,
    state,
    isNarrowed: Object.keys(narrowing).length > 0,
    getHref,
    apply: (change) => window.history.replaceState(null, '', getHref(change)),
  }
}
