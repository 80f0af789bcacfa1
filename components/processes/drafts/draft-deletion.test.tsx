import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountQuery } from '#components/shell/account.ts'
import { saveInput } from '#components/shell/input/kept-input.ts'
import type { Note } from '#components/ui/lazy/toast.tsx'
import en from '#messages/en/dashboard.json'
import { useDraftDeletion } from './draft-deletion.ts'

const showToast = vi.fn((_message: string, _tone?: string, _action?: Note['action']) => {})
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => showToast }))
beforeEach(() => vi.stubGlobal('window', { addEventListener() {} }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** Stubs a service whose session is in test mode or not by now, and that finds no draft. @returns the requests */
function stubService(isTest: boolean) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`)
    return path.endsWith('/account')
      ? Response.json({ data: { user: { id: 7 }, test_mode: isTest } })
      : Response.json({ error: { code: 'not_found', message: 'Not found.' } }, { status: 404 })
  })
  return requests
}

/** Deletes a draft in live mode. @returns the toast with Undo */
function deleteDraft(id: number) {
  const client = new QueryClient()
  client.setQueryData(accountQuery.queryKey, { data: { user: { id: 7 }, test_mode: false } } as never)
  let deleteDrafts!: ReturnType<typeof useDraftDeletion>
  function List() {
    deleteDrafts = useDraftDeletion()
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <List />
      </IntlProvider>
    </QueryClientProvider>,
  )
  deleteDrafts([id], 'Deleted')
  return showToast.mock.calls[0]![2]!
}

it.each([
  ['is deleted if it is not found', 4, false, 1],
  ['may still exist if it is not found in the other mode, which is said', 5, true, 2],
] as const)('a draft %s', async (_case, id, isTest, toasts) => {
  const requests = stubService(isTest)
  deleteDraft(id).onEnd?.()
  await vi.waitFor(() => expect(requests).toContain('GET /api/v1/account'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(showToast).toHaveBeenCalledTimes(toasts)
})

it('a deletion is sent before the mode is switched, and once', async () => {
  const requests = stubService(false)
  const toast = deleteDraft(6)
  await saveInput()
  toast.onEnd?.()
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([
    'DELETE /api/v1/signature-processes/6',
  ])
})

it('a toast says how many drafts were not deleted', async () => {
  stubService(true)
  deleteDraft(7).onEnd?.()
  await vi.waitFor(() =>
    expect(showToast).toHaveBeenLastCalledWith(expect.stringContaining('Not done for 1 record.'), 'danger'),
  )
})
