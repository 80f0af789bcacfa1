import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { accountQuery } from '#components/shell/account.ts'
import { useUpdateUser } from '#components/users/queries.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([true, false])(
  'a changed name is loaded again for the side bar if it is that of the user: %s',
  async (isSelf) => {
    vi.stubGlobal('fetch', async () => Response.json({ data: { id: 7, name: 'Ada King' } }))
    const client = new QueryClient()
    client.setQueryData(accountQuery.queryKey, { data: { user: { id: 7, name: 'Ada' } } })
    client.setQueryData(['users', {}], { data: [] })
    let update!: ReturnType<typeof useUpdateUser>
    function Form() {
      update = useUpdateUser(7, isSelf)
      return null
    }
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Form />
      </QueryClientProvider>,
    )
    await update.mutateAsync({ name: 'Ada King' })
    expect(client.getQueryState(accountQuery.queryKey)?.isInvalidated).toBe(isSelf)
    expect(client.getQueryState(['users', {}])?.isInvalidated).toBe(true)
  },
)
