import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callFromNewIp as call } from '#lib/testing/call'
import { addCodeLink, codeFor, eventsOf, typed } from '#lib/testing/ceremony'
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
const request = (options?: { enable_otp: boolean }) =>
  addCodeLink(tenant, { ask: ask.POST, confirm: confirm.POST }, options)

describe('POST /signing/{token}/otp', () => {
  it('200 sends a code; the trail records it without the code', async () => {
    const { process, send } = await request()
    const answer = await send()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: 'We have sent a code to signer1@example.com.' })
    const events = await eventsOf(tenant, process.id)
    const sent = events.find((event) => event.type === 'signature.otp_sent')!
    expect(sent.data).toMatchObject({ signer_id: process.signers[0]!.id, email: 'signer1@example.com' })
    expect(JSON.stringify(events)).not.toContain((await codeFor(tenant, process)).code)
  })

  it('429 twice within thirty seconds, however many ask at once', async () => {
    const { send } = await request()
    const responses = await Promise.all([send(), send(), send(), send()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
    const refused = await send()
    expect(refused.body.error.code).toBe('rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('x-ratelimit-reset')).toBe(refused.headers.get('retry-after'))
    advanceClock(31)
    expect((await send()).status).toBe(200)
  })

  it('does not delay others, for any number of concurrent requests', async () => {
    const { process, params } = await request()
    // More requests than connections: transactions that need a second connection would deadlock.
    const responses = await Promise.all(
      Array.from({ length: 15 }, () => call(ask.POST, { method: 'POST', params })),
    )
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(14)
    const sent = (await eventsOf(tenant, process.id)).filter(({ type }) => type === 'signature.otp_sent')
    expect(sent).toHaveLength(1)
    // The refused request does not count.
    advanceClock(31)
    expect((await call(ask.POST, { method: 'POST', params })).status).toBe(200)
  })

  it('429 after ten codes in an hour', async () => {
    const { send } = await request()
    const statuses: number[] = []
    for (let sends = 0; sends < 11; sends++) {
      statuses.push((await send()).status)
      advanceClock(31)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it('404 for an unknown link', async () => {
    expect((await call(ask.POST, { method: 'POST', params: { token: 'nothing' } })).status).toBe(404)
  })

  it('409 where no code is required', async () => {
    const { send } = await request({ enable_otp: false })
    expect([(await send()).status, (await send()).body.error.code]).toEqual([409, 'invalid_state'])
  })
})

describe('POST /signing/{token}/otp/verify', () => {
  it('200 with the code, once; then everything is open', async () => {
    const { process, params, call, send, give } = await request()
    await send()
    const { code } = await codeFor(tenant, process)
    const document = { ...params, id: process.documents[0]!.id }
    const before = [
      await call(file.GET, { params: document }),
      await call(open.POST, { method: 'POST', params }),
      await call(sign.POST, { params, body: typed() }),
      await call(refuse.POST, { params, body: { reason: 'No' } }),
    ]
    expect(before.map(({ status, body }) => [status, body.error.reason])).toEqual(
      Array(4).fill([403, 'otp_required']),
    )
    expect((await give(code)).status).toBe(200)
    expect((await call(view.GET, { params })).body.data.otp).toEqual({ required: true, verified: true })
    expect((await call(file.GET, { params: document })).status).toBe(200)
    expect((await call(open.POST, { method: 'POST', params })).status).toBe(200)
    expect((await call(sign.POST, { params, body: typed() })).status).toBe(200)
  })

  it('200 again for the same code, 400 for an incorrect one; recorded once', async () => {
    const { process, send, give } = await request()
    await send()
    const { code, wrong } = await codeFor(tenant, process)
    for (let times = 0; times < 7; times++) expect((await give(code)).status).toBe(200)
    const refused = await give(wrong)
    expect([refused.status, refused.body.error.attempts_left]).toEqual([400, 4])
    expect((await give(code)).status).toBe(200)
    const types = (await eventsOf(tenant, process.id)).map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('signature.otp_'))).toEqual([
      'signature.otp_sent',
      'signature.otp_verified',
      'signature.otp_failed',
    ])
    advanceClock(601)
    expect((await give(code)).status).toBe(400)
  })

  it('200 a new code after the first one was used up', async () => {
    const { process, params, call, send, give } = await request()
    await send()
    expect((await give((await codeFor(tenant, process)).code)).status).toBe(200)
    advanceClock(12 * 3600 + 1)
    const otp = async () => (await call(view.GET, { params })).body.data.otp
    expect(await otp()).toEqual({ required: true, verified: false })
    await send()
    expect((await give((await codeFor(tenant, process)).code)).status).toBe(200)
    expect(await otp()).toEqual({ required: true, verified: true })
  })

  it('400 an incorrect code, with the attempts left', async () => {
    const { process, send, give } = await request()
    await send()
    const { code, wrong } = await codeFor(tenant, process)
    for (const left of [4, 3, 2, 1]) {
      const { status, body } = await give(wrong)
      expect([status, body.error.code, body.error.attempts_left]).toEqual([400, 'invalid_code', left])
    }
    expect((await give(code)).status).toBe(200)
    const types = (await eventsOf(tenant, process.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'signature.otp_failed')).toHaveLength(4)
  })

  it('429 after five attempts, also for the correct code, until a new code is sent', async () => {
    const { process, send, give } = await request()
    await send()
    const { code, wrong } = await codeFor(tenant, process)
    const tries = await Promise.all(Array.from({ length: 5 }, () => give(wrong)))
    expect(tries.map(({ body }) => body.error.attempts_left).sort()).toEqual([0, 1, 2, 3, 4])
    expect((await give(code)).status).toBe(429)
    advanceClock(31)
    await send()
    expect((await give((await codeFor(tenant, process)).code)).status).toBe(200)
  })

  it('400 a code after ten minutes, and the code before the last', async () => {
    const { process, send, give } = await request()
    await send()
    const first = (await codeFor(tenant, process)).code
    advanceClock(601)
    expect((await give(first)).status).toBe(400)
    await send()
    const second = (await codeFor(tenant, process)).code
    if (second !== first) expect((await give(first)).status).toBe(400)
    expect((await give(second)).status).toBe(200)
  })

  it.each([['12345'], ['abcdef'], [123456], [null], [undefined]])('400 an invalid code: %s', async (code) => {
    const { give } = await request()
    const { status, body } = await give(code)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['code']])
  })

  it('400 before a code was sent', async () => {
    const { give } = await request()
    expect((await give('000000')).body.error).toMatchObject({ code: 'invalid_code', attempts_left: 0 })
  })

  it('404 for an unknown link', async () => {
    const answer = await call(confirm.POST, { params: { token: 'nothing' }, body: { code: '123456' } })
    expect(answer.status).toBe(404)
  })

  it('409 once the process has ended', async () => {
    const { process, params, call, send, give } = await request()
    await send()
    const { code } = await codeFor(tenant, process)
    await give(code)
    await call(refuse.POST, { params, body: { reason: 'No' } })
    expect((await give(code)).status).toBe(409)
  })

  it('lasts for twelve hours', async () => {
    const { process, params, call, send, give } = await request()
    await send()
    await give((await codeFor(tenant, process)).code)
    const otp = async () => (await call(view.GET, { params })).body.data.otp
    advanceClock(12 * 3600 - 60)
    expect(await otp()).toEqual({ required: true, verified: true })
    advanceClock(61)
    expect(await otp()).toEqual({ required: true, verified: false })
  })
})
