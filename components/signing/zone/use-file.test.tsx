import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { field, signing } from '../fixtures.ts'
import { SigningSessionContext } from '../session/context.ts'
import { changeFile, useFile } from './use-file.ts'

afterEach(() => vi.unstubAllGlobals())

const file = (id: number) => ({
  ...{ id, name: `${id}.pdf`, mime_type: 'application/pdf' as const, size: 9, sha256: 'ab' },
})
const lost = new ApiError(0, null, null)

/** The outcome of a change that fails, and that of reading what is there by then. */
async function fail(
  failed: 'uploadFailed' | 'removeFailed',
  error: Error,
  there: ReturnType<typeof file> | null,
) {
  const read = vi.fn(() => Promise.resolve(there))
  const isDone = (found: typeof there) => (failed === 'removeFailed' ? found === null : found?.id === 2)
  const outcome = await changeFile({ send: () => Promise.reject(error), isDone, failed }, read)
  return { ...outcome, reads: read.mock.calls.length }
}

it('a file that is there, or gone, although the response was lost, is no failure', async () => {
  expect(await fail('uploadFailed', lost, file(2))).toEqual({ file: file(2), error: null, reads: 1 })
  expect(await fail('removeFailed', lost, null)).toEqual({ file: null, error: null, reads: 1 })
  expect(await fail('removeFailed', new ApiError(404, null, null), null)).toMatchObject({ error: null })
})

it('another file than was meant is one, which says what has failed', async () => {
  const before = file(1)
  const failure = { file: before, error: 'uploadFailed', reads: 1 }
  expect(await fail('uploadFailed', lost, before)).toEqual(failure)
  expect(await fail('uploadFailed', new ApiError(503, null, null), before)).toEqual(failure)
  expect(await fail('removeFailed', lost, before)).toMatchObject({ error: 'removeFailed' })
})

it('a file that the service does not take needs no look', async () => {
  const refuse = (status: number, reason?: string) =>
    fail('uploadFailed', new ApiError(status, reason ? { error: { reason } } : null, null), file(1))
  expect(await refuse(413)).toEqual({ error: 'fileTooLarge', reads: 0 })
  expect(await refuse(400, 'too_many_pixels')).toEqual({ error: 'fileTooLarge', reads: 0 })
  expect(await refuse(400)).toEqual({ error: 'fileNotTaken', reads: 0 })
})

it('a change that was answered has its file', async () => {
  const change = {
    send: () => Promise.resolve(file(2)),
    isDone: () => false,
    failed: 'uploadFailed' as const,
  }
  expect(await changeFile(change, () => Promise.reject(new Error()))).toEqual({ file: file(2), error: null })
})

it.each([
  ['without a connection it has failed at once', () => Promise.reject(new TypeError()), null],
  [
    'it is made where the service has the file',
    (data: object) => Promise.resolve(Response.json({ data })),
    file(2),
  ],
])('after a lost response the service is asked once: %s', async (_, answer, there) => {
  const page = signing([field({ type: 'attachment' })])
  const tested = page.fields[0]!
  const withAttachment = { ...page, fields: [{ ...tested, attachment: there }] }
  const fetched = vi.fn(() => answer(withAttachment))
  vi.stubGlobal('fetch', fetched)
  const client = new QueryClient()
  client.setQueryData(['signing', 'token'], page)
  let change: ReturnType<typeof useFile>['change'] | undefined
  function Field() {
    change = useFile(tested).change
    return null
  }
  const session = { token: 'token', setChanging: () => {} }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SigningSessionContext.Provider value={session as never}>
        <Field />
      </SigningSessionContext.Provider>
    </QueryClientProvider>,
  )
  const isDone = await change!({
    send: () => Promise.reject(lost),
    isDone: (found) => found?.id === 2,
    failed: 'uploadFailed',
  })
  expect([isDone, fetched.mock.calls.length]).toEqual([there !== null, 1])
  const stored = client.getQueryData<typeof page>(['signing', 'token'])
  expect(stored!.fields[0]!.attachment).toEqual(there)
})
