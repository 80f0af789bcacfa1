import { beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import { codeLimits } from '#lib/signing/one-time-code/one-time-code'
import { getBytes } from '#lib/storage/files'
import {
  addCodeLink,
  extractText,
  findCode,
  loadEvents,
  loadVaultRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { browser, callFromNewIp as call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as fileRoute from './[token]/documents/[id]/file/route.ts'
import * as openRoute from './[token]/open/route.ts'
import * as otpRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as refuseRoute from './[token]/refuse/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const advanceClock = makeAdvanceClock()
const addLinkWithCode = (options?: { enable_otp: boolean }) =>
  addCodeLink(tenant, { requestCode: otpRoute.POST, verifyCode: verifyRoute.POST }, options)

describe('a confirmed code', () => {
  it('opens the link only for the browser that confirmed it', async () => {
    const { process, params, call: confirmingBrowser, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const { code } = await findCode(tenant, process)
    const confirmResponse = await submitCode(code)
    expect(confirmResponse.headers.get('set-cookie')).toMatch(
      /^paraph-signing-session-[0-9a-f]{16}=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
    )
    const document = { ...params, id: process.documents[0]!.id }
    for (const otherBrowser of [call, browser()]) {
      const errorResponse = [
        await otherBrowser(fileRoute.GET, { params: document }),
        await otherBrowser(openRoute.POST, { method: 'POST', params }),
        await otherBrowser(signRoute.POST, { params, body: typedSignature() }),
        await otherBrowser(refuseRoute.POST, { params, body: { reason: 'No' } }),
      ]
      expect(errorResponse.map(({ status, body }) => [status, body.error.reason])).toEqual(
        Array(4).fill([403, 'otp_required']),
      )
      expect((await otherBrowser(signingRoute.GET, { params })).body.data.otp).toMatchObject({
        required: true,
        verified: false,
      })
      // The code is used up.
      const secondResponse = await otherBrowser(verifyRoute.POST, { params, body: { code } })
      expect([secondResponse.status, secondResponse.body.error.code]).toEqual([400, 'invalid_code'])
    }
    expect((await confirmingBrowser(fileRoute.GET, { params: document })).status).toBe(200)
  })

  it('is not accepted from the session of another signer, or an invented session', async () => {
    const ada = await addLinkWithCode()
    await ada.requestCode()
    const setCookie = (await ada.submitCode((await findCode(tenant, ada.process)).code)).headers.get(
      'set-cookie',
    )!
    const [name, value] = setCookie.split(';')[0]!.split('=')
    const eve = await addLinkWithCode()
    const otpStateWith = async (params: { token: string }, cookie: string) =>
      (await call(signingRoute.GET, { params, headers: { cookie } })).body.data.otp
    // The cookie's name has the first 16 digits of the token's hash.
    const tokenHash = sha256Hex(eve.params.token).slice(0, 16)
    const adaCookieForEve = `paraph-signing-session-${tokenHash}=${value}`
    expect(await otpStateWith(eve.params, adaCookieForEve)).toMatchObject({ required: true, verified: false })
    const inventedCookie = `${name}=${'A'.repeat(43)}`
    expect(await otpStateWith(ada.params, inventedCookie)).toMatchObject({ required: true, verified: false })
    expect(await otpStateWith(ada.params, `${name}=${value}`)).toMatchObject({
      required: true,
      verified: true,
    })
  })

  it('is required again in another browser; the trail records the session of each event', async () => {
    const { process, params, call: phone, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    await submitCode((await findCode(tenant, process)).code)
    await phone(openRoute.POST, { method: 'POST', params })
    const laptop = browser()
    // The next code can be requested after 30 seconds.
    advanceClock(31)
    await laptop(otpRoute.POST, { method: 'POST', params })
    const { code } = await findCode(tenant, process)
    expect((await laptop(verifyRoute.POST, { params, body: { code } })).status).toBe(200)
    // The first browser keeps its session.
    expect((await phone(signingRoute.GET, { params })).body.data.otp).toMatchObject({ verified: true })
    expect((await laptop(signRoute.POST, { params, body: typedSignature() })).status).toBe(200)
    const events = await loadEvents(tenant, process.id)
    const getSessions = (type: string) =>
      events.filter((event) => event.type === type).map(({ actor }) => actor.session_id)
    const [phoneSession, laptopSession] = getSessions('signature.otp_verified')
    expect([typeof phoneSession, typeof laptopSession, phoneSession === laptopSession]).toEqual([
      'number',
      'number',
      false,
    ])
    expect(getSessions('signature.viewed')).toEqual([phoneSession])
    expect(getSessions('signature.consented')).toEqual([laptopSession])
    expect(getSessions('signature.completed')).toEqual([laptopSession])
    await runRevisions(tenant, process)
    const [vaultRow] = await loadVaultRows(tenant, process.id)
    const certificate = await extractText(await getBytes(tenant.ctx.tenantId, vaultRow!.certificateSha256))
    expect(certificate).toContain(`Signing session ${laptopSession}`)
  })

  it('is accepted from one of two browsers that send it concurrently', async () => {
    const { process, params, requestCode } = await addLinkWithCode()
    await requestCode()
    const { code } = await findCode(tenant, process)
    const responses = await Promise.all(
      [browser(), browser()].map((anyBrowser) => anyBrowser(verifyRoute.POST, { params, body: { code } })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is no longer valid without the session, whose response may be lost, and no incorrect attempt', async () => {
    const { process, params, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const { code } = await findCode(tenant, process)
    await submitCode(code)
    const withoutSession = browser()
    for (let attempt = 0; attempt <= codeLimits.tries; attempt++) {
      const response = await withoutSession(verifyRoute.POST, { params, body: { code } })
      expect(response).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_code', attempts_left: 0 } },
      })
    }
    const types = (await loadEvents(tenant, process.id)).map(({ type }) => type)
    expect(types).not.toContain('signature.otp_failed')
    const wrong = code === '111111' ? '222222' : '111111'
    const response = await withoutSession(verifyRoute.POST, { params, body: { code: wrong } })
    expect(response.body).toMatchObject({ error: { attempts_left: codeLimits.tries - 1 } })
  })
})
