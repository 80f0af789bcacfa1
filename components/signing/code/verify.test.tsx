import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { verifyCode } from '../session/calls.ts'
import { useReload } from '../session/use-reload.ts'

afterEach(() => vi.unstubAllGlobals())

it('a state that cannot be read after the code is an error', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const lost = new ApiError(0, null, null)
  const read = vi.fn(() => Promise.reject(lost)).mockResolvedValueOnce({} as never)
  await client.fetchQuery({ queryKey: ['signing', 'token'], queryFn: read })
  let reload = async () => {}
  function Page() {
    reload = useReload('token')
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await expect(reload()).rejects.toBe(lost)
})

it.each([
  ['is left for the session of the code', true],
  ['stays while the session of the code cannot be loaded', false],
])('a frame %s', async (_, isReachable) => {
  const replace = vi.fn()
  vi.stubGlobal('location', { replace })
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    if (method === 'GET' && !isReachable) throw new TypeError()
    return Response.json(method === 'GET' ? { data: {} } : { message: 'Confirmed.', token: 'frame.2' })
  })
  const verified = verifyCode('frame.1', '493027').catch((error) => error)
  expect(await verified).toEqual(isReachable ? undefined : expect.any(ApiError))
  expect(replace.mock.calls).toEqual(isReachable ? [['/sign/frame/frame.2']] : [])
})
