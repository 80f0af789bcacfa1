import { afterEach, describe, expect, it, vi } from 'vitest'
import { findBrowserOffset } from '#components/ui/preference-cookies.ts'
import { SignInput } from '#lib/signing/schema'
import { sign } from './calls.ts'

afterEach(() => void vi.unstubAllGlobals())

const body = { consent: { version: '1', accepted: true }, time_zone: 'America/New_City' } as const

/** What a page sends to a service that answers as `respond` does. */
async function listSent(respond: (sent: { time_zone: string }) => object | null) {
  const sent: { time_zone: string }[] = []
  vi.stubGlobal('fetch', async (_: string, { body: text }: { body: string }) => {
    sent.push(JSON.parse(text))
    const errors = respond(sent.at(-1)!)
    return errors
      ? Response.json({ error: { code: 'validation_error', message: 'No.', errors } }, { status: 400 })
      : Response.json({ data: {} })
  })
  await sign('token', body, new AbortController().signal).catch(() => null)
  return sent
}

describe('a signer in a time zone that the service does not know', () => {
  it('signs with its offset, which the service takes', async () => {
    const isKnown = (sent: object) => SignInput.safeParse(sent).success
    const sent = await listSent((input) => (isKnown(input) ? null : { time_zone: ['Must be a time zone.'] }))
    const offset = expect.stringMatching(/^[+-]\d\d:\d\d$/)
    expect(sent).toEqual([body, { ...body, time_zone: offset }])
  })

  it('is not sent again for another reason', async () => {
    expect(await listSent(() => ({ 'values.0.value': ['Is required.'] }))).toEqual([body])
  })
})

it.each([
  [-330, '+05:30'],
  [180, '-03:00'],
  [0, '+00:00'],
  [-840, '+14:00'],
  [210, '-03:30'],
])('%i minutes behind UTC are %s', (minutes, offset) => {
  const time = { getTimezoneOffset: () => minutes } as Date
  expect(findBrowserOffset(time)).toBe(offset)
  expect(SignInput.shape.time_zone.safeParse(offset).success).toBe(true)
})
