import { useQueryClient } from '@tanstack/react-query'

/** Loads the state of the signing page again, for callers that say that it could not be read. @throws ApiError */
export function useReload(token: string): () => Promise<void> {
  const client = useQueryClient()
  return () => client.refetchQueries({ queryKey: ['signing', token] }, { throwOnError: true })
}
