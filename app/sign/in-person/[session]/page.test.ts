import { cookies, headers } from 'next/headers'
import { beforeEach, expect, it, vi } from 'vitest'
import { addSeconds, now } from '#lib/core/clock'
import { inPersonPageCookie } from '#lib/http/credentials/in-person-cookie'
import { writeInPersonSession } from '#lib/signing/in-person/in-person-session'
import Page from './page.tsx'

vi.mock('next/headers')

const browser = { headers: new Headers() }
const session = writeInPersonSession(
  { tenantId: 1, testMode: false, processId: 1, hostId: 1 },
  addSeconds(now(), 600),
)

beforeEach(() => {
  vi.mocked(cookies).mockResolvedValue({ get: () => undefined } as never)
})

/** Shows the page of a session to a browser with these cookies. */
async function show(token: string, cookie: string, query: { elsewhere?: string } = {}) {
  vi.mocked(headers).mockResolvedValue(new Headers({ cookie }) as never)
  const params = Promise.resolve({ session: token })
  const { props } = await Page({ params, searchParams: Promise.resolve(query) })
  const { view, isElsewhere } = props.children.at(-1).props
  return { view, isElsewhere }
}

it('is opened where the browser has no cookie of it', async () => {
  const other = inPersonPageCookie(browser, 'other', 1, now())
  for (const cookie of ['', other])
    await expect(show(session, cookie)).rejects.toMatchObject({
      digest: expect.stringContaining(`/sign/in-person/${session}/open;`),
    })
})

it('says that it belongs to another browser, or that it has ended', async () => {
  expect(await show(session, '', { elsewhere: '' })).toEqual({ view: null, isElsewhere: true })
  expect(await show('x', '', { elsewhere: '' })).toEqual({ view: null, isElsewhere: false })
  expect(await show('x', '')).toEqual({ view: null, isElsewhere: false })
  // The browser that opened it, once there is no such host any more.
  expect(await show(session, inPersonPageCookie(browser, session, 1, now()))).toEqual({
    view: null,
    isElsewhere: false,
  })
})
