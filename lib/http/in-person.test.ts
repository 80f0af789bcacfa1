import { inflateRawSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { hashPassword } from '#lib/identity/passwords/password'
import { callbackUrl, getProviderHandle } from '#lib/identity/sso/links'
import { setSso } from '#lib/identity/sso/set-sso'
import { addLink } from '#lib/testing/records/signing-session'
import { type LocalProvider, openOidcProvider, signInAtProvider } from '#lib/testing/servers/oidc-provider'
import { type LocalSamlProvider, openSamlProvider } from '#lib/testing/servers/saml-provider'
import { askNextAuth, sameOrigin } from '#lib/testing/service/ask'
import { browser, call } from '#lib/testing/service/call'
import {
  findSessionUser,
  finishProviderSignIn,
  SESSION_COOKIE,
  startProviderSignIn,
} from '#lib/testing/users/provider-sign-in'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as startInPerson } from '../../app/api/v1/signature-processes/[id]/in-person/route.ts'
import { encryptedCookie, readEncryptedCookie } from './credentials/encrypted-cookie.ts'
import {
  endHanded,
  hasInPersonPage,
  inPersonPageCookie,
  readHandedSince,
} from './credentials/in-person-cookie.ts'
import { getSessionCookieName } from './credentials/signing-link.ts'
import { SIGN_OUT_DATA } from './response/clear-site-data.ts'

const HANDED = 'paraph-in-person'
const PAGES = 'paraph-in-person-pages'
const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant
let host: Member
let handle: string
let oidc: LocalProvider
let saml: LocalSamlProvider

beforeAll(() => {
  env().oidcAllowedHosts.push('127.0.0.1')
})
beforeEach(async () => {
  tenant = await makeTenant()
  host = await tenant.addMember('user', passwordHash)
  handle = getProviderHandle(tenant.tenantId)
  oidc = await openOidcProvider([callbackUrl(handle)], {})
  saml = await openSamlProvider({})
})
afterEach(() => Promise.all([oidc.close(), saml.close()]))

/** The cookies of a browser that a host has handed over, so many seconds from now; `cookies` are those it has. */
async function handOver(
  seconds: number,
  { as = host, cookies = {} }: { as?: Member; cookies?: Record<string, string> } = {},
): Promise<Record<string, string>> {
  const { process } = await addLink(tenant)
  moveClock(seconds * 1000)
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const { headers } = await call(startInPerson, {
    ...{ method: 'POST', params: { id: process.id }, as },
    headers: { cookie },
  })
  moveClock(-seconds * 1000)
  return { [HANDED]: new RegExp(`${HANDED}=([^;]+)`).exec(headers.get('set-cookie') ?? '')![1]! }
}

/** A request of a browser with the cookie of a `Set-Cookie` header. */
const withCookie = (header = '') => ({ headers: new Headers({ cookie: header.split(';')[0]! }) })

/** The cookie of a browser that has opened the page between two signers. */
function openPage(session: string, { user }: Member): string {
  const header = inPersonPageCookie(withCookie(), session, user.id, now())
  return new RegExp(`^${PAGES}=([^;]+)`).exec(header)![1]!
}

async function signInWithPassword(person: Member, cookies: Record<string, string> = {}, device = call) {
  const csrf = await askNextAuth('csrf', { cookies, browser: device })
  const credentials = { email: person.user.email, password }
  const form = { csrfToken: String(csrf.body.csrfToken), json: 'true', ...credentials }
  return askNextAuth('callback/credentials', { cookies: csrf.jar, form, browser: device })
}

/** A user signs in on a device, and hands it to signers. */
async function beginOn(device: typeof call, person: Member) {
  await signInWithPassword(person, {}, device)
  const { process } = await addLink(tenant)
  const params = { id: process.id }
  expect(await device(startInPerson, { method: 'POST', params, headers: sameOrigin })).toMatchObject({
    status: 200,
  })
}

/** Whether a provider must ask for a new sign-in on a device. */
async function isHanded(device: typeof call): Promise<boolean> {
  const see = async (request: Request) => Response.json(readHandedSince(request, now()) !== null)
  return (await device<boolean>(see, { path: `/api/auth/signin/${handle}` })).body
}

describe('on a device that is handed over in person', () => {
  it('an OpenID provider is to ask again, and the host who proves it ends that', async () => {
    const { issuer, clientId: client_id, clientSecret: client_secret } = oidc
    await setSso(tenant.ctx, { issuer, client_id, client_secret, domains: ['example.com'] })
    oidc.accounts.host = { email: host.user.email, email_verified: true }
    const { url, jar } = await startProviderSignIn(handle, await handOver(-60))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    const answer = await finishProviderSignIn(await signInAtProvider(url.href, 'host'), jar)
    expect(await findSessionUser(answer.jar)).toMatchObject({ id: host.user.id })
    expect(answer.jar[HANDED]).toBeUndefined()
    expect((await startProviderSignIn(handle, answer.jar)).url.searchParams.get('prompt')).toBeNull()
  })

  it.each([
    ['the sign-in is older', (url: URL) => url],
    [
      'it does not say when',
      (url: URL) => {
        for (const name of ['prompt', 'max_age']) url.searchParams.delete(name)
        return url
      },
    ],
  ])('an OpenID provider signs nobody in where %s', async (what, change) => {
    const { issuer, clientId: client_id, clientSecret: client_secret } = oidc
    await setSso(tenant.ctx, { issuer, client_id, client_secret, domains: ['example.com'] })
    oidc.accounts.host = { email: host.user.email, email_verified: true }
    const cookies = await handOver(what === 'the sign-in is older' ? 60 : -60)
    const { url, jar } = await startProviderSignIn(handle, cookies)
    const answer = await finishProviderSignIn(await signInAtProvider(change(url).href, 'host'), jar)
    expect(answer.location).toBe(`/login/${handle}?error=not_asked_again`)
    expect([answer.jar[SESSION_COOKIE], answer.jar[HANDED]]).toEqual([undefined, cookies[HANDED]])
  })

  it.each([
    ['refused', 60],
    ['accepted', -60],
  ])('a SAML provider is to ask again; an earlier sign-in is refused: %s', async (what, seconds) => {
    await setSso(tenant.ctx, { protocol: 'saml', metadata: saml.metadata, domains: ['example.com'] })
    saml.accounts.host = { nameId: host.user.email }
    const { url, jar } = await startProviderSignIn(handle, await handOver(seconds))
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64'))
    expect(request.toString()).toContain('ForceAuthn="true"')
    const posted = await askNextAuth(`callback/${handle}`, {
      form: { SAMLResponse: saml.respond(url, 'host') },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    const answer = await askNextAuth(`callback/${handle}`, { cookies: { ...jar, ...posted.jar } })
    const page = what === 'refused' ? `/login/${handle}?error=not_asked_again` : '/documents'
    expect(answer.headers.get('location')).toBe(env().appUrl + page)
    expect(answer.jar[HANDED] === undefined).toBe(what === 'accepted')
  })

  it('the password of the host ends it and its page, that of somebody else does not', async () => {
    const other = await tenant.addMember('user', passwordHash)
    const cookies: Record<string, string> = { ...(await handOver(0)), [PAGES]: openPage('a', host) }
    const answer = await signInWithPassword(other, cookies)
    expect(await findSessionUser(answer.jar)).toMatchObject({ id: other.user.id })
    expect(answer.jar).toMatchObject(cookies)
    const { jar } = await signInWithPassword(host, cookies)
    expect([jar[HANDED], jar[PAGES]]).toEqual([undefined, undefined])
    // An access token may begin it for a browser, which then has one cookie.
    const opened = await signInWithPassword(host, { [PAGES]: cookies[PAGES]! })
    expect(opened.jar[PAGES]).toBeUndefined()
  })

  it('a provider is to ask again until each of two hosts has signed in', async () => {
    const other = await tenant.addMember('user', passwordHash)
    const hosts = [host, other]
    for (const [first, second] of [hosts, hosts.toReversed()]) {
      const device = browser()
      for (const person of hosts) await beginOn(device, person)
      for (const [person, isHandedAfter] of [
        [first!, true],
        [first!, true],
        [second!, false],
      ] as const) {
        await signInWithPassword(person, {}, device)
        expect(await isHanded(device)).toBe(isHandedAfter)
      }
    }
  })

  it.each([true, false])(
    'so it is for a host whom only a cookie of the version before names: %s',
    async (isFirst) => {
      const other = await tenant.addMember('user', passwordHash)
      const device = browser()
      const former = { hostId: other.user.id, since: now().getTime() }
      const cookie = encryptedCookie(HANDED, former, '/api/auth', 43_200, now())
      await device(async () => new Response(null, { headers: { 'set-cookie': cookie } }))
      await beginOn(device, host)
      for (const person of isFirst ? [other, host] : [host, other]) {
        expect(await isHanded(device)).toBe(true)
        await signInWithPassword(person, {}, device)
      }
      expect(await isHanded(device)).toBe(false)
    },
  )

  it('its cookie names the last hand-over, each for twelve hours; that of the version before has one', () => {
    const at = now().getTime()
    const since = (handed: object) =>
      readHandedSince(withCookie(encryptedCookie(HANDED, handed, '/', 43_200, now())), now())
    expect(since({ hostId: 1, since: at })).toBe(at)
    const earlier = { hostId: 1, since: at - 1000 }
    expect(since({ hostId: 2, since: at, others: [earlier] })).toBe(at)
    expect(since({ hostId: 2, since: at - 43_200_001, others: [earlier] })).toBe(at - 1000)
    expect(since({ hostId: 1, since: at - 43_200_001 })).toBeNull()
  })

  it('its cookie is one that the version before reads: with the newest host', async () => {
    const other = await tenant.addMember('user')
    const both = await handOver(0, { as: other, cookies: await handOver(-60) })
    const { headers } = withCookie(`${HANDED}=${both[HANDED]}`)
    const handed = readEncryptedCookie<{ hostId: number; since: number }>(headers, HANDED, 43_200, now())
    expect(handed).toMatchObject({ hostId: other.user.id, since: readHandedSince({ headers }, now()) })
  })

  it('the sign-in of the host ends what signers have confirmed there, and nothing of other hosts', () => {
    const [own, ofOther, ofLink] = [`7-${host.user.id}`, `${host.user.id}-8`, 'a'.repeat(16)].map(
      getSessionCookieName,
    )
    const headers = new Headers({ cookie: [own, ofOther, ofLink].map((name) => `${name}=x`).join('; ') })
    expect(endHanded({ headers }, host.user.id, now())).toEqual([
      expect.stringMatching(`^${own}=; Path=/; Max-Age=0`),
    ])
  })

  it('the dashboard is no more in the browser: its stored responses and the cookie of the login', async () => {
    const { jar } = await signInWithPassword(host)
    const { process } = await addLink(tenant)
    const { status, headers } = await call(startInPerson, {
      method: 'POST',
      params: { id: process.id },
      headers: { cookie: `${SESSION_COOKIE}=${jar[SESSION_COOKIE]}`, 'sec-fetch-site': 'same-origin' },
    })
    expect([status, headers.get('clear-site-data')]).toEqual([200, SIGN_OUT_DATA])
    expect(headers.getSetCookie().map((cookie) => cookie.split('; ').slice(0, 3))).toEqual([
      [expect.stringMatching(`^${HANDED}=`), 'Path=/api', 'Max-Age=43200'],
      [`${SESSION_COOKIE}=`, 'Path=/', 'Max-Age=0'],
    ])
    const next = await addLink(tenant)
    const byToken = await call(startInPerson, {
      method: 'POST',
      params: { id: next.process.id },
      as: await tenant.addMember('user'),
    })
    expect([byToken.status, byToken.headers.has('clear-site-data')]).toEqual([200, false])
  })

  it('the pages of two hosts are open in one browser, and each host ends their own', () => {
    let browser = withCookie()
    for (const [session, hostId] of [
      ['a', 1],
      ['b', 2],
      ['c', 1],
    ] as const)
      browser = withCookie(inPersonPageCookie(browser, session, hostId, now()))
    const listOpen = () => ['a', 'b', 'c'].filter((session) => hasInPersonPage(browser, session, now()))
    expect(listOpen()).toEqual(['a', 'b', 'c'])
    expect(endHanded(browser, 3, now())).toEqual([])
    browser = withCookie(endHanded(browser, 1, now())[0])
    expect(listOpen()).toEqual(['b'])
    expect(endHanded(browser, 2, now())).toEqual([expect.stringMatching(`^${PAGES}=; Path=/; Max-Age=0`)])
  })

  it('the newest pages stay open, so that the cookie stays small', () => {
    let browser = withCookie()
    const sessions = Array.from({ length: 12 }, (_, index) => `session ${index}`)
    for (const session of sessions)
      browser = withCookie(inPersonPageCookie(browser, session, 123_456_789, now()))
    expect(sessions.filter((session) => hasInPersonPage(browser, session, now()))).toEqual(sessions.slice(2))
    expect(browser.headers.get('cookie')!.length).toBeLessThan(2000)
  })
})
