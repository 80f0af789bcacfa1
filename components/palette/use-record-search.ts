import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listQuery } from '#components/api/api-query.ts'

const DEBOUNCE_MILLISECONDS = 200
export const MIN_CHARACTERS = 2
export const ROWS_PER_KIND = 4

/** The kinds of records, with their lists in the API and the addresses before their ids. */
const kinds = [
  { kind: 'processes', list: 'GET /signature-processes', page: '/processes/', parameter: 'search' },
  { kind: 'documents', list: 'GET /documents', page: '/documents/', parameter: 'search' },
  { kind: 'templates', list: 'GET /templates', page: '/templates/', parameter: 'search' },
  { kind: 'folders', list: 'GET /folders', page: '/processes?folder_id=', parameter: 'search' },
  { kind: 'vault', list: 'GET /vault/documents', page: '/vault/', parameter: 'search' },
  { kind: 'vault', list: 'GET /vault/documents', page: '/vault/', parameter: 'signer' },
] as const

interface FoundRecord {
  href: string
  name: string
  kind: (typeof kinds)[number]['kind']
}

/** The text after a pause in typing. */
export function useSearchText(text: string): string {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), DEBOUNCE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  return search
}

/** Searches processes, documents, templates, folders and the vault; the vault also by the names of signers. */
export function useRecordSearch(text: string): { records: FoundRecord[]; isSearching: boolean } {
  const search = useSearchText(text)
  const isTyping = text.trim() !== search
  const enabled = search.length >= MIN_CHARACTERS
  const results = useQueries({
    queries: kinds.map(({ kind, list, parameter }) => ({
      ...listQuery([kind, 'palette'], list, { state: { [parameter]: search }, rows: ROWS_PER_KIND }),
      enabled,
      // Those of the text before would be opened by Enter.
      placeholderData: undefined,
    })),
  })
  const records = results.flatMap(({ data }, index) => {
    const { kind, page } = kinds[index]!
    return enabled && !isTyping && data
      ? data.data.map(({ id, name }) => ({ href: `${page}${id}`, name, kind }))
      : []
  })
  // A document may be found by its name and by a signer.
  const byAddress = new Map(records.map((record) => [record.href, record]))
  return {
    records: [...byAddress.values()],
    isSearching: isTyping || (enabled && results.some(({ isFetching }) => isFetching)),
  }
}
