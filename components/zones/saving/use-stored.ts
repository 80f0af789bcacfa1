'use client'

import { useQuery } from '@tanstack/react-query'
import type { VersionedResponse } from '#components/api/client.ts'
import { settleSaver } from '#components/zones/saving/savers.ts'

/**
 * The stored record that the editor `id` starts from, with its version; read once when the editor opens, after an
 * editor that was closed before has finished saving.
 */
export function useStored<T>(id: string, read: () => Promise<VersionedResponse<T>>) {
  return useQuery({
    queryKey: ['editors', id],
    queryFn: async () => {
      await settleSaver(id)
      return read()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
