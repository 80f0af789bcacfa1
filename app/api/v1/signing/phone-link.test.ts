import { beforeAll, describe, expect, it } from 'vitest'
import { addSeconds, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { encrypt } from '#lib/core/secretbox'
import { cancelProcess } from '#lib/processes/cancel'
import { readFrameSession, writeFrameSession } from '#lib/signing/frame/frame-session'
import { redeemPhoneLink } from '#lib/signing/phone/phone-link'
import {
  addCodeLink,
  addOpenedLink,
  findCode,
  findToken,
  loadEvents,
} from '#lib/testing/records/signing-session'
import { browser, callFromNewIp as call, call as callFromSameIp } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as openPhone } from '../../../sign/phone/[code]/route.tsx'
import * as otpRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as phoneLinkRoute from './[token]/phone-link/route.ts'
import * as signingRoute from './[token]/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

type Link = { data: { url: string; expires_at: string } }
const createLink = (params: { token: string }) => call<Link>(phoneLinkRoute.POST, { method: 'POST', params })
const meta = () => ({ ...tenant.ctx, now: now() })
const toCode = ({ body }: { body: Link }) => body.data.url.split('/').at(-1)!

describe('POST /signing/{token}/phone-link', () => {
  it('200 with a link that works once and opens the session of this signer; an event tells', async () => {
    const { process, params } = await addOpenedLink(tenant)
    const created = await createLink(params)
    expect(created.status).toBe(200)
    const code = toCode(created)
    expect(code).not.toContain(params.token)
    expect(await redeemPhoneLink(code, meta())).toBe(await findToken(tenant, process.signers[0]!.id))
    expect(await redeemPhoneLink(code, meta())).toBeNull()
    const events = await loadEvents(tenant, process.id)
    expect(events.filter(({ type }) => type === 'signature.phone_linked')).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain(code)
  })

  it('429 after thirty an hour; a link that nobody opens is no event', async () => {
    const { process, params } = await addOpenedLink(tenant)
    for (let index = 0; index < 30; index++) expect((await createLink(params)).status).toBe(200)
    expect((await createLink(params)).status).toBe(429)
    const events = await loadEvents(tenant, process.id)
    expect(events.filter(({ type }) => type === 'signature.phone_linked')).toEqual([])
  })

  it('the link ends after ten minutes, and a changed one never works', async () => {
    const { params } = await addOpenedLink(tenant)
    const code = toCode(await createLink(params))
    expect(await redeemPhoneLink(code, { ...meta(), now: addSeconds(now(), 601) })).toBeNull()
    const changed = `${code.slice(0, 20)}${code[20] === 'A' ? 'B' : 'A'}${code.slice(21)}`
    expect(await redeemPhoneLink(changed, meta())).toBeNull()
    expect(await redeemPhoneLink('x', meta())).toBeNull()
    // The clock was set back.
    expect(await redeemPhoneLink(code, { ...meta(), now: addSeconds(now(), -120) })).toBeNull()
  })

  it('the phone is redirected with the cookie of the session, a second one to the page of ended links', async () => {
    const { params } = await addOpenedLink(tenant)
    const code = toCode(await createLink(params))
    const open = () =>
      call((request) => openPhone(request, { params: Promise.resolve({ code }) }), { params: { code } })
    const first = await open()
    expect([first.status, first.headers.get('set-cookie')]).toEqual([
      303,
      expect.stringMatching(/^paraph-sign-[0-9a-f]{16}=.*HttpOnly/i),
    ])
    expect(first.headers.get('location')).not.toContain(params.token)
    const second = await open()
    expect([second.headers.get('location'), second.headers.get('set-cookie')]).toEqual([
      expect.stringMatching(/\/again\?status=404&path=%2Fsign%2Fphone%2F[\w-]+$/),
      null,
    ])
  })

  it('the phone is led to a page, not to JSON, while the service is busy, and the link stays', async () => {
    const { params } = await addOpenedLink(tenant)
    const code = toCode(await createLink(params))
    const openNow = () =>
      callFromSameIp((request) => openPhone(request, { params: Promise.resolve({ code }) }))
    const { rateLimits } = env()
    const limitBefore = rateLimits.signing
    rateLimits.signing = 1
    try {
      await callFromSameIp(signingRoute.GET, { params })
      const busy = await openNow()
      expect([busy.status, busy.headers.get('content-type'), busy.headers.get('set-cookie')]).toEqual([
        ...[303, null, null],
      ])
      expect(busy.headers.get('location')).toContain(`/again?status=429&path=%2Fsign%2Fphone%2F${code}`)
      expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      rateLimits.signing = limitBefore
    }
    expect((await openNow()).headers.get('set-cookie')).toMatch(/^paraph-sign-/)
  })

  it('the phone of a signer in a frame stays in the place of the frame, without the link', async () => {
    const { params } = await addOpenedLink(tenant)
    const { token } = params
    const frame = writeFrameSession({ token, origins: ['https://a.example'] }, addSeconds(now(), 60))
    const session = (await redeemPhoneLink(toCode(await createLink({ token: frame })), meta()))!
    expect(session).not.toContain(token)
    expect(readFrameSession(session, now())).toMatchObject({ token, origins: [], place: 'frame' })
    expect(readFrameSession(session, addSeconds(now(), 60))).toBeNull()
  })

  it('a link that the version before has made on the device of a host still works', async () => {
    const { params } = await addOpenedLink(tenant)
    const content = Buffer.alloc(41)
    content.write(sha256Hex(params.token), 'hex')
    content.writeDoubleBE(addSeconds(now(), 600).getTime(), 32)
    content.writeUInt8(2, 40)
    const code = encrypt('phone link', content).toString('base64url')
    const session = (await redeemPhoneLink(code, meta()))!
    expect(readFrameSession(session, now())).toMatchObject({ token: params.token, place: 'in_person' })
  })

  it('403 before the code is confirmed; the phone then confirms a code of its own', async () => {
    const routes = { requestCode: otpRoute.POST, verifyCode: verifyRoute.POST }
    const { process, params, call: desktop, requestCode, submitCode } = await addCodeLink(tenant, routes)
    const refused = await desktop(phoneLinkRoute.POST, { method: 'POST', params })
    expect([refused.status, refused.body.error.reason]).toEqual([403, 'otp_required'])
    await requestCode()
    expect((await submitCode((await findCode(tenant, process)).code)).status).toBe(200)
    const code = toCode(await desktop<Link>(phoneLinkRoute.POST, { method: 'POST', params }))

    const phone = browser()
    const opened = await phone((request) => openPhone(request, { params: Promise.resolve({ code }) }), {
      params: { code },
    })
    const token = opened.headers.get('location')!.split('/').at(-1)!
    const { body } = await phone(signingRoute.GET, { params: { token } })
    expect(body.data).toMatchObject({ otp: { required: true, verified: false }, draft: null })
    expect((await phone(phoneLinkRoute.POST, { method: 'POST', params: { token } })).status).toBe(403)
  })

  it('404 for an unknown link, 409 once the process has ended', async () => {
    expect((await createLink({ token: 'x'.repeat(43) })).status).toBe(404)
    const { process, params } = await addOpenedLink(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    expect((await createLink(params)).status).toBe(409)
  })
})
