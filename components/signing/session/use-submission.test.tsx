import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { getEnding } from '../endings/endings.tsx'
import { signing } from '../fixtures.ts'
import type { Signing } from '../shapes.ts'
import { SigningSessionContext } from './context.ts'
import { toSubmission } from './submission.ts'
import { useSubmission } from './use-submission.ts'

vi.mock('./submission.ts', () => ({ toSubmission: vi.fn(() => ({})) }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const state = signing([], { status: 'viewed' })
const queryKey = ['signing', 'token']

/** A page whose POST is answered by `respond`. */
function renderPage(respond: () => Promise<Response>, onSigned: () => Promise<unknown> = async () => {}) {
  vi.stubGlobal('fetch', respond)
  const client = new QueryClient()
  client.setQueryData(queryKey, state)
  const onSent = vi.fn()
  let used: ReturnType<typeof useSubmission>
  function Page() {
    used = useSubmission({
      ...{ fields: [], onSent, onSigned, onConflict: () => {}, onSentBack: () => {} },
      onOpenDocuments: async () => {},
    })
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SigningSessionContext value={{ token: 'token', signing: state } as never}>
        <Page />
      </SigningSessionContext>
    </QueryClientProvider>,
  )
  const readShown = () => client.getQueryData<Signing>(queryKey)!
  return { ...used!, client, onSent, readShown }
}

const signed = (status = 'completed', awaitsProvider = false) =>
  Promise.resolve(
    Response.json({
      data: {
        process: { id: 1, status },
        signer: { id: 7, status: 'signed', awaits_provider: awaitsProvider },
      },
    }),
  )

it.each([
  ['fails', () => Promise.reject(new ApiError(0, null, null)), 0],
  ['takes long', () => new Promise(() => {}), 2000],
])('shows that the signature counts when reading the state %s', async (_, onSigned, milliseconds) => {
  const { submit, readShown } = renderPage(() => signed(), onSigned)
  submit()
  await vi.advanceTimersByTimeAsync(milliseconds)
  expect(readShown()).toMatchObject({ process: { status: 'completed' }, signer: { status: 'signed' } })
  expect(readShown().process.name).toBe(state.process.name)
  expect(toSubmission).toHaveBeenCalled()
})

it('shows that a signature of a remote signing service is not done when the state cannot be read', async () => {
  const { submit, readShown } = renderPage(
    () => signed('in_progress', true),
    () => Promise.reject(new ApiError(0, null, null)),
  )
  submit()
  await vi.advanceTimersByTimeAsync(1)
  expect(getEnding(readShown())).toBe('confirm')
  expect(readShown().confirmation).toMatchObject({ state: 'preparing' })
})

it('does not touch the state that was read in time', async () => {
  const { submit, readShown } = renderPage(() => signed())
  submit()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readShown()).toBe(state)
})

it('knows that the signature was sent from this page before its response is lost', async () => {
  const { submit, onSent } = renderPage(() => Promise.reject(new TypeError()))
  submit()
  await vi.advanceTimersByTimeAsync(1)
  expect(onSent.mock.calls).toEqual([[true]])
})

it.each([
  [422, { code: 'validation_error', errors: { 'values.0': ['Is required.'] } }],
  [409, { code: 'invalid_state', reason: 'documents_changed', current_status: 'notified' }],
  [409, { code: 'invalid_state', current_status: 'viewed' }],
  [403, { code: 'forbidden', reason: 'otp_required' }],
])('knows of a signature that was rejected that it is not from this page: %i %j', async (status, error) => {
  const body = { error: { message: 'No.', ...error } }
  const { submit, onSent } = renderPage(async () => Response.json(body, { status }))
  submit()
  await vi.advanceTimersByTimeAsync(1)
  expect(onSent.mock.calls).toEqual([[true], [false]])
})

it('takes a signature as its own where the response to the first try may have been lost', async () => {
  const error = { code: 'invalid_state', message: 'No.', current_status: 'signed' }
  const { submit, onSent } = renderPage(async () => Response.json({ error }, { status: 409 }))
  submit()
  await vi.advanceTimersByTimeAsync(1)
  expect(onSent.mock.calls).toEqual([[true]])
})
