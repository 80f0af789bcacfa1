import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signing } from '../fixtures.ts'
import { useSigningQuery } from './use-signing-query.ts'
import { useToday } from './use-today.ts'

const recordAt = (server_time: string) => ({ ...signing([]), server_time })

function Today({ serverTime, timeZone }: { serverTime: string; timeZone: string }) {
  const { clockOffset } = useSigningQuery('token', 'en', recordAt(serverTime))
  return useToday(timeZone, clockOffset)
}

const show = (serverTime: string, timeZone: string, client = new QueryClient()) =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Today serverTime={serverTime} timeZone={timeZone} />
    </QueryClientProvider>,
  )

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['three days behind', '2026-03-28T10:00:00Z'],
  ['right', '2026-03-31T10:00:00Z'],
  ['a year ahead', '2027-03-31T10:00:00Z'],
])('the day is that of the service in the signer’s time zone with a clock that is %s', (_, deviceTime) => {
  vi.setSystemTime(deviceTime)
  expect(show('2026-03-31T10:00:00.000Z', 'UTC')).toBe('2026-03-31')
  expect(show('2026-03-31T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-04-01')
  expect(show('2026-03-31T03:30:00.000Z', 'America/New_York')).toBe('2026-03-30')
})

it('the state is the same object until something changes, whatever the time of the response', async () => {
  const client = new QueryClient()
  show('2026-03-31T10:00:00.000Z', 'UTC', client)
  const query = client.getQueryCache().find({ queryKey: ['signing', 'token'] })!
  const read = async (serverTime: string, members = {}) => {
    const data = { ...recordAt(serverTime), ...members }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data })))
    await query.fetch()
    return query.state.data
  }
  const before = await read('2026-03-31T10:00:05.000Z')
  expect(await read('2026-03-31T10:00:10.000Z')).toBe(before)
  expect(await read('2026-03-31T10:00:15.000Z', { documents: [] })).not.toBe(before)
})
