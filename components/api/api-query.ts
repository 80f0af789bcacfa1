import type { QueryKey } from '@tanstack/react-query'
import { api } from '#components/api/client.ts'

export interface ApiQuery<T> {
  queryKey: QueryKey
  /** The path below `/api/v1`. */
  path: string
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
}

/** A GET of `/api/v1` for React Query: prefetched on the server, refetched in the browser. */
export function apiQuery<T>(queryKey: QueryKey, path: string): ApiQuery<T> {
  return { queryKey, path, queryFn: ({ signal }) => api<T>('GET', path, undefined, signal) }
}
