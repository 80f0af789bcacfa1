import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'
import type { ContactRecord } from '#lib/processes/schema'

const SHOWN = 20

/** People of earlier processes whose name or email contains the text, up to 20; none without a text. */
export function useContacts(search: string): ContactRecord[] {
  const contacts = useQuery({
    queryKey: ['contacts', search],
    queryFn: ({ signal }) =>
      api<{ data: ContactRecord[] }>(
        'GET',
        `/contacts?per_page=${SHOWN}&search=${encodeURIComponent(search)}`,
        undefined,
        signal,
      ),
    enabled: search !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return search === '' ? [] : (contacts.data?.data ?? [])
}
