import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { bulkSendQuery, useBulkSendAction } from '#components/bulk/queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('loads a list again after it was paused or cancelled: a row may have been being sent', async () => {
  vi.useFakeTimers()
  const body = { data: { id: 7, status: 'cancelled' } }
  vi.stubGlobal('fetch', async () => Response.json(body))
  const client = new QueryClient()
  const { queryKey } = bulkSendQuery(7)
  let action!: ReturnType<typeof useBulkSendAction>
  function Page() {
    action = useBulkSendAction(7)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await action.mutateAsync('cancel')
  const isInvalidated = () => client.getQueryState(queryKey)?.isInvalidated
  expect([client.getQueryData(queryKey), isInvalidated()]).toEqual([body, false])
  await vi.advanceTimersByTimeAsync(2000)
  expect(isInvalidated()).toBe(true)
  client.setQueryData(queryKey, body)
  await vi.advanceTimersByTimeAsync(8000)
  expect(isInvalidated()).toBe(true)
})
