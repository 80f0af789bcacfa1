import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import { getBytes } from '#lib/storage/files'
import { browser, callFromNewIp as call } from '#lib/testing/call'
import {
  addCodeLink,
  codeFor,
  eventsOf,
  runSealJobOf,
  textOf,
  typed,
  vaultRowsOf,
} from '#lib/testing/ceremony'
import { makeAdvanceClock } from '#lib/testing/clock'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as file from './[token]/documents/[id]/file/route.ts'
import * as open from './[token]/open/route.ts'
import * as ask from './[token]/otp/route.ts'
import * as confirm from './[token]/otp/verify/route.ts'
import * as refuse from './[token]/refuse/route.ts'
import * as view from './[token]/route.ts'
import * as sign from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)

const advanceClock = makeAdvanceClock()
const sent = (options?: { enable_otp: boolean }) =>
  addCodeLink(tenant, { ask: ask.POST, confirm: confirm.POST }, options)

describe('a confirmed code', () => {
  it('opens the link for the browser that confirmed it only', async () => {
    const { process, params, call: own, send, give } = await sent()
    await send()
    const { code } = await codeFor(tenant, process)
    const confirmed = await give(code)
    expect(confirmed.headers.get('set-cookie')).toMatch(
      /^paraph-signing-session-[0-9a-f]{16}=[\w-]{43}; Path=\/api\/v1\/signing; Max-Age=43200; HttpOnly; SameSite=Lax$/,
    )
    const document = { ...params, id: process.documents[0]!.id }
    for (const other of [call, browser()]) {
      const refused = [
        await other(file.GET, { params: document }),
        await other(open.POST, { method: 'POST', params }),
        await other(sign.POST, { params, body: typed() }),
        await other(refuse.POST, { params, body: { reason: 'No' } }),
      ]
      expect(refused.map(({ status, body }) => [status, body.error.reason])).toEqual(
        Array(4).fill([403, 'otp_required']),
      )
      expect((await other(view.GET, { params })).body.data.otp).toEqual({ required: true, verified: false })
      // The code is used up.
      const again = await other(confirm.POST, { params, body: { code } })
      expect([again.status, again.body.error.code]).toEqual([400, 'invalid_code'])
    }
    expect((await own(file.GET, { params: document })).status).toBe(200)
  })

  it('does not count with the session of another signer, or an invented one', async () => {
    const ada = await sent()
    await ada.send()
    const set = (await ada.give((await codeFor(tenant, ada.process)).code)).headers.get('set-cookie')!
    const [name, value] = set.split(';')[0]!.split('=')
    const eve = await sent()
    const verified = async (params: { token: string }, cookie: string) =>
      (await call(view.GET, { params, headers: { cookie } })).body.data.otp
    const handle = sha256Hex(eve.params.token).slice(0, 16)
    const foreign = `paraph-signing-session-${handle}=${value}`
    expect(await verified(eve.params, foreign)).toEqual({ required: true, verified: false })
    const madeUp = `${name}=${'A'.repeat(43)}`
    expect(await verified(ada.params, madeUp)).toEqual({ required: true, verified: false })
    expect(await verified(ada.params, `${name}=${value}`)).toEqual({ required: true, verified: true })
  })

  it('is required again in the next browser; the trail and the evidence have each session', async () => {
    const { process, params, call: phone, send, give } = await sent()
    await send()
    await give((await codeFor(tenant, process)).code)
    await phone(open.POST, { method: 'POST', params })
    const laptop = browser()
    advanceClock(31)
    await laptop(ask.POST, { method: 'POST', params })
    const { code } = await codeFor(tenant, process)
    expect((await laptop(confirm.POST, { params, body: { code } })).status).toBe(200)
    // The first browser keeps its session.
    expect((await phone(view.GET, { params })).body.data.otp).toMatchObject({ verified: true })
    expect((await laptop(sign.POST, { params, body: typed() })).status).toBe(200)
    const events = await eventsOf(tenant, process.id)
    const sessions = (type: string) =>
      events.filter((event) => event.type === type).map(({ actor }) => actor.session_id)
    const [first, second] = sessions('signature.otp_verified')
    expect([typeof first, typeof second, first === second]).toEqual(['number', 'number', false])
    expect(sessions('signature.viewed')).toEqual([first])
    expect(sessions('signature.consented')).toEqual([second])
    expect(sessions('signature.completed')).toEqual([second])
    await runSealJobOf(tenant, process)
    const [stored] = await vaultRowsOf(tenant, process.id)
    const certificate = await textOf(await getBytes(tenant.ctx.tenantId, stored!.certificateSha256))
    expect(certificate).toContain(`Signing session ${second}`)
  })

  it('is for one of two browsers that send it at the same instant', async () => {
    const { process, params, send } = await sent()
    await send()
    const { code } = await codeFor(tenant, process)
    const responses = await Promise.all(
      [browser(), browser()].map((one) => one(confirm.POST, { params, body: { code } })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})
