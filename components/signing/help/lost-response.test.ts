import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { askSender, renewLink, reportAbuse } from '../session/calls.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a question', (text: string) => askSender('token', text)],
  ['a report', (text: string) => reportAbuse('token', text)],
  ['the wish for a current link', () => renewLink('token')],
])('%s that is sent again after a lost response has the same key', async (_, send) => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    if (keys.length === 1) throw new TypeError()
    return Response.json({})
  })
  await expect(send('Which flat?')).rejects.toBeInstanceOf(ApiError)
  await send('Which flat?')
  await send('Which flat?')
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
