import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#components/api/api-query.ts'
import type { ContactRecord } from '#lib/processes/schema'

const SHOWN = 20

/** People of earlier processes whose name or email contains the text, up to 20; none without a text. */
export function useContacts(search: string): ContactRecord[] {
  const contacts = useQuery({
    ...apiQuery(['contacts', search], 'GET /contacts', { query: { per_page: SHOWN, search } }),
    enabled: search !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return search === '' ? [] : (contacts.data?.data ?? [])
}

/** The email of a name, or the name of an email; null if the list has no such person, or several. */
export function findOther(contacts: ContactRecord[], member: 'name' | 'email', value: string): string | null {
  const [contact, ...more] = contacts.filter((candidate) => candidate[member] === value)
  return contact && more.length === 0 ? contact[member === 'name' ? 'email' : 'name'] : null
}

/**
 * The text of the other field once a person was found, or nobody: what the user typed there stays, what was filled in
 * for an earlier text goes.
 * @param filled what was filled in last; null if nothing was
 */
export function replaceFilled(current: string, filled: string | null, found: string | null): string {
  return current === '' || current === filled ? (found ?? '') : current
}
