import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '#lib/testing/call'
import { addSentProcess, runSealJobOf, tokenFor } from '#lib/testing/ceremony'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { proxy } from '../../../../proxy.ts'
import * as open from './[token]/open/route.ts'
import * as view from './[token]/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)

/** Opens a signer's emailed link as a browser does. @returns the redirect and the cookies */
async function opened() {
  const process = await addSentProcess(tenant)
  await runSealJobOf(tenant, process)
  const token = await tokenFor(tenant, process.signers[0]!.id)
  const answer = proxy(new NextRequest(`http://localhost:3000/sign/${token}`))
  const location = new URL(answer.headers.get('location') ?? '').pathname
  const set = answer.headers.get('set-cookie') ?? ''
  return { token, status: answer.status, location, set, handle: location.split('/').at(-1)! }
}
const own = { 'sec-fetch-site': 'same-origin' }

describe('an emailed link', () => {
  it('is exchanged for an HttpOnly cookie, and disappears from the URL', async () => {
    const { token, status, location, set } = await opened()
    expect(status).toBe(303)
    expect(location).toMatch(/^\/sign\/[0-9a-f]{16}$/)
    expect(location).not.toContain(token.slice(0, 16))
    expect(set).toMatch(/; HttpOnly; SameSite=Lax$/)
  })

  it('opens by its handle and the cookie, for our own pages', async () => {
    const { set, handle } = await opened()
    const cookie = set.split(';')[0]!
    const params = { token: handle }
    expect((await call(view.GET, { params, headers: { cookie } })).status).toBe(200)
    const post = { method: 'POST' as const, params }
    expect((await call(open.POST, { ...post, headers: { cookie, ...own } })).status).toBe(200)
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' }
    expect((await call(open.POST, { ...post, headers: foreign })).status).toBe(403)
  })

  it('is a 404 by its handle alone, or with the cookie of another link', async () => {
    const { handle } = await opened()
    const other = await opened()
    const params = { token: handle }
    expect((await call(view.GET, { params })).status).toBe(404)
    const cookie = other.set.split(';')[0]!
    expect((await call(view.GET, { params, headers: { cookie } })).status).toBe(404)
  })

  it('is unchanged where the URL contains a handle', async () => {
    const { handle } = await opened()
    expect(proxy(new NextRequest(`http://localhost:3000/sign/${handle}`)).headers.get('location')).toBeNull()
  })
})
