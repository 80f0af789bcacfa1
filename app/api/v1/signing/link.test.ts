import { randomBytes } from 'node:crypto'
import { NextRequest } from 'next/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { lacksLinkCookie, toHandle } from '#lib/http/credentials/signing-link'
import { addSentProcess, findToken, runRevisions } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { proxy } from '../../../../proxy.tsx'
import * as openRoute from './[token]/open/route.ts'
import * as signingRoute from './[token]/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
/** Opens a signer's emailed link as a browser does. @returns the redirect and the cookies */
async function openLink() {
  const process = await addSentProcess(tenant)
  await runRevisions(tenant, process)
  const token = await findToken(tenant, process.signers[0]!.id)
  const response = proxy(new NextRequest(`http://localhost:3000/sign/${token}`))
  const location = new URL(response.headers.get('location') ?? '').pathname
  const setCookie = response.headers.get('set-cookie') ?? ''
  return { token, status: response.status, location, setCookie, handle: location.split('/').at(-1)! }
}
const newToken = () => randomBytes(32).toString('base64url')
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

describe('an emailed link', () => {
  it('is exchanged for an HttpOnly cookie, and disappears from the URL', async () => {
    const { token, status, location, setCookie } = await openLink()
    expect(status).toBe(303)
    expect(location).toMatch(/^\/sign\/[0-9a-f]{16}$/)
    expect(location).not.toContain(token.slice(0, 16))
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Lax$/)
  })

  it('works with its handle and the cookie, for our own pages only', async () => {
    const { setCookie, handle } = await openLink()
    const cookie = setCookie.split(';')[0]!
    const params = { token: handle }
    expect((await call(signingRoute.GET, { params, headers: { cookie } })).status).toBe(200)
    const post = { method: 'POST' as const, params }
    expect((await call(openRoute.POST, { ...post, headers: { cookie, ...sameOrigin } })).status).toBe(200)
    const crossSite = { cookie, 'sec-fetch-site': 'cross-site' }
    expect((await call(openRoute.POST, { ...post, headers: crossSite })).status).toBe(403)
  })

  it('is a 404 with its handle alone, or with the cookie of another link', async () => {
    const { handle } = await openLink()
    const other = await openLink()
    const params = { token: handle }
    expect((await call(signingRoute.GET, { params })).status).toBe(404)
    const cookie = other.setCookie.split(';')[0]!
    expect((await call(signingRoute.GET, { params, headers: { cookie } })).status).toBe(404)
  })

  it('is distinguished from an unknown one where its cookie is missing', async () => {
    const { token, setCookie, handle } = await openLink()
    const other = await openLink()
    expect(lacksLinkCookie(handle, null)).toBe(true)
    expect(lacksLinkCookie(handle, other.setCookie.split(';')[0]!)).toBe(true)
    expect(lacksLinkCookie(handle, setCookie.split(';')[0]!)).toBe(false)
    expect(lacksLinkCookie(token, null)).toBe(false)
  })

  it('keeps the cookies of 30 links: the oldest are removed with their sessions, ten at a time', () => {
    const token = newToken()
    const handles = Array.from({ length: 50 }, () => toHandle(newToken()))
    const open = (handles: string[]) => {
      const cookies = handles.flatMap((handle) => [
        `paraph-sign-${handle}=a`,
        `paraph-signing-session-${handle}=b`,
      ])
      const headers = { cookie: ['locale=de', ...cookies].join('; ') }
      return proxy(new NextRequest(`http://localhost:3000/sign/${token}`, { headers })).headers.getSetCookie()
    }
    const removed = (handle: string) =>
      ['paraph-sign-', 'paraph-signing-session-'].map((name) =>
        expect.stringMatching(`^${name}${handle}=; Path=/; Max-Age=0;`),
      )
    const [cookie, ...others] = open(handles)
    expect(cookie).toContain(`=${token}; Path=/; Max-Age=2592000`)
    expect(others).toEqual(handles.slice(0, 10).flatMap(removed))
    expect(open(handles.slice(0, 30)).slice(1)).toEqual(removed(handles[0]!))
    expect(open(handles.slice(0, 29))).toHaveLength(1)
    expect(open([toHandle(token), ...handles.slice(0, 29)])).toHaveLength(1)
  })

  it('is not redirected again when the URL has a handle', async () => {
    const { handle } = await openLink()
    expect(proxy(new NextRequest(`http://localhost:3000/sign/${handle}`)).headers.get('location')).toBeNull()
  })
})
