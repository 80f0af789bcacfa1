import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listQuery } from '#components/api/list-query.ts'

const DEBOUNCE_MILLISECONDS = 200
const MIN_CHARACTERS = 2
const ROWS_PER_KIND = 4

/** The kinds of records, with their lists in the API and their pages. */
const kinds = [
  { kind: 'processes', path: '/signature-processes', page: '/processes' },
  { kind: 'documents', path: '/documents', page: '/documents' },
  { kind: 'templates', path: '/templates', page: '/templates' },
  { kind: 'vault', path: '/vault/documents', page: '/vault' },
] as const

interface FoundRecord {
  href: string
  name: string
  kind: (typeof kinds)[number]['kind']
}

/** Searches processes, documents, templates and the vault for the text, after a pause in typing. */
export function useRecordSearch(text: string): { records: FoundRecord[]; isSearching: boolean } {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), DEBOUNCE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  const isTyping = text.trim() !== search
  const enabled = search.length >= MIN_CHARACTERS
  const results = useQueries({
    queries: kinds.map(({ kind, path }) => ({
      ...listQuery<{ id: number; name: string }>([kind, 'palette'], path, { search }, ROWS_PER_KIND),
      enabled,
      // Those of the text before would be opened by Enter.
      placeholderData: undefined,
    })),
  })
  const records = results.flatMap(({ data }, index) => {
    const { kind, page } = kinds[index]!
    return enabled && !isTyping && data
      ? data.data.map(({ id, name }) => ({ href: `${page}/${id}`, name, kind }))
      : []
  })
  return { records, isSearching: isTyping || (enabled && results.some(({ isFetching }) => isFetching)) }
}
