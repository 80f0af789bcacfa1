import type { UseQueryResult } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { ListResponse } from '#components/api/records.ts'
import type { Listing } from '#components/shell/list/use-listing.ts'

/** For a page beyond the end, such as one whose rows were deleted: goes to the last page and returns its number. */
export function useExistingPage<T>(
  { getHref }: Listing,
  { data, isPlaceholderData }: UseQueryResult<ListResponse<T>>,
) {
  const router = useRouter()
  const { current_page, last_page } = data?.meta ?? { current_page: 1, last_page: 1 }
  const isBeyondEnd = data?.data.length === 0 && current_page > 1
  const existingPage = isBeyondEnd ? Math.min(last_page ?? 1, current_page - 1) : null
  const href = existingPage === null ? null : getHref({ page: existingPage > 1 ? String(existingPage) : '' })
  useEffect(() => {
    // Not history.replaceState, which the router does not see before it is hydrated.
    if (href !== null && !isPlaceholderData) router.replace(href, { scroll: false })
  }, [href, isPlaceholderData, router])
  return existingPage
}
