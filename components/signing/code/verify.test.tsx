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
])('a frame %s', async (name, isReachable) => {
  const replace = vi.fn()
  vi.stubGlobal('location', { replace })
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    if (method === 'GET' && !isReachable) throw new TypeError()
    return Response.json(method === 'GET' ? { data: {} } : { message: 'Confirmed.', token: 'frame.2' })
  })
  const verified = verifyCode(`frame.${name}`, '493027').catch((error) => error)
  expect(await verified).toEqual(isReachable ? undefined : expect.any(ApiError))
  expect(replace.mock.calls).toEqual(isReachable ? [['/sign/frame/frame.2']] : [])
})

it('a code that a frame sends again, as its session could not be loaded, is not verified again', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { replace })
  const tokens = ['frame.2', 'frame.3']
  let isReachable = false
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    if (method === 'POST') return Response.json({ message: 'Confirmed.', token: tokens.shift() })
    if (!isReachable) throw new TypeError()
    return Response.json({ data: {} })
  })
  await expect(verifyCode('frame.1', '493027')).rejects.toBeInstanceOf(ApiError)
  isReachable = true
  await verifyCode('frame.1', '493027')
  expect(replace).toHaveBeenLastCalledWith('/sign/frame/frame.2')
  await verifyCode('frame.1', '493028')
  expect(replace).toHaveBeenLastCalledWith('/sign/frame/frame.3')
})
