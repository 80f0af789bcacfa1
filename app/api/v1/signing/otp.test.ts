import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { idempotencyKeys } from '#db/schema/http'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { startWorker } from '#lib/jobs/worker'
import { signerTopic } from '#lib/processes/signers/delivery'
import { DELIVERY_FAILED_QUEUE } from '#lib/processes/signers/delivery-failed'
import { voidProcess } from '#lib/processes/void'
import type { SigningRecord } from '#lib/signing/schema'
import { watchEmails } from '#lib/testing/records/mailbox'
import {
  addCodeLink,
  addLink,
  findCode,
  loadEvents,
  recordLater,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { openMailServer } from '#lib/testing/servers/mail-server'
import { browser, callFromNewIp as call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { jobs } from '#lib/worker'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as fileRoute from './[token]/documents/[id]/file/route.ts'
import * as downloadRoute from './[token]/download/route.ts'
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
afterAll(closeThreads)

const emailCode = {
  ...{ required: true, verified: false, method: 'email', destination: 'signer1@example.com' },
  ...{ code_sent: false, attempts_left: null, next_code_seconds: 0, locked: false },
}
const advanceClock = makeAdvanceClock()
const addLinkWithCode = (options?: { enable_otp: boolean }) =>
  addCodeLink(tenant, { requestCode: otpRoute.POST, verifyCode: verifyRoute.POST }, options)

describe('POST /signing/{token}/otp', () => {
  it('200 sends a code; the trail records it without the code', async () => {
    const { process, requestCode } = await addLinkWithCode()
    const response = await requestCode()
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message: 'We have sent a code to signer1@example.com.' })
    const events = await loadEvents(tenant, process.id)
    const sentEvent = events.find((event) => event.type === 'signature.otp_sent')!
    expect(sentEvent.data).toMatchObject({ signer_id: process.signers[0]!.id, email: 'signer1@example.com' })
    expect(JSON.stringify(events)).not.toContain((await findCode(tenant, process)).code)
  })

  it('200 sends a code also after an event of another machine whose time is later', async () => {
    const newEmails = watchEmails(tenant)
    const { process, requestCode } = await addLinkWithCode()
    await recordLater(tenant, process)
    await newEmails()
    expect((await requestCode()).status).toBe(200)
    const [email] = await newEmails()
    expect(email!.text).toContain((await findCode(tenant, process)).code)
  })

  it('409 when the mail server refuses the email at once; 200 that it is on its way while there is no answer', async () => {
    const { requestCode } = await addLinkWithCode()
    const mailServer = await openMailServer()
    env().smtpUrl = mailServer.url
    const worker = await startWorker(jobs)
    try {
      mailServer.responseCode = 550
      const refused = await requestCode()
      expect([refused.status, refused.body.error]).toMatchObject([
        409,
        { code: 'invalid_state', reason: 'email_refused' },
      ])
      advanceClock(31)
      mailServer.responseCode = 451
      expect((await requestCode()).body).toEqual({
        message: 'A code is on its way to signer1@example.com. It may take a few minutes.',
      })
      advanceClock(31)
      mailServer.responseCode = null
      expect((await requestCode()).body).toEqual({ message: 'We have sent a code to signer1@example.com.' })
    } finally {
      env().smtpUrl = null
      await worker.stop(5000)
      mailServer.close()
    }
  })

  it('429 for a second code within thirty seconds, also for concurrent requests', async () => {
    const { requestCode } = await addLinkWithCode()
    const responses = await Promise.all([requestCode(), requestCode(), requestCode(), requestCode()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
    const errorResponse = await requestCode()
    expect(errorResponse.body.error.code).toBe('rate_limited')
    expect(Number(errorResponse.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(errorResponse.headers.get('x-ratelimit-reset')).toBe(errorResponse.headers.get('retry-after'))
    expect(errorResponse.headers.get('x-ratelimit-limit')).toBe('1')
    advanceClock(31)
    expect((await requestCode()).status).toBe(200)
  })

  it('200 sends a code at once where the last one is hours ahead: the clock was set back', async () => {
    const { requestCode } = await addLinkWithCode()
    advanceClock(5 * 3600)
    expect((await requestCode()).status).toBe(200)
    advanceClock(-5 * 3600)
    expect((await requestCode()).status).toBe(200)
    expect((await requestCode()).status).toBe(429)
  })

  it('400 for a code of before the clock was set back', async () => {
    const { process, requestCode, submitCode } = await addLinkWithCode()
    advanceClock(5 * 3600)
    expect((await requestCode()).status).toBe(200)
    const { code } = await findCode(tenant, process)
    advanceClock(-5 * 3600)
    const response = await submitCode(code)
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_code'])
  })

  it('sends one code for more concurrent requests than there are connections', async () => {
    const { process, params } = await addLinkWithCode()
    // Transactions that need a second connection would deadlock.
    const responses = await Promise.all(
      Array.from({ length: 15 }, () => call(otpRoute.POST, { method: 'POST', params })),
    )
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(14)
    const sentEvent = (await loadEvents(tenant, process.id)).filter(
      ({ type }) => type === 'signature.otp_sent',
    )
    expect(sentEvent).toHaveLength(1)
    // The refused request does not count.
    advanceClock(31)
    expect((await call(otpRoute.POST, { method: 'POST', params })).status).toBe(200)
  })

  it('429 after ten codes in an hour', async () => {
    const { requestCode } = await addLinkWithCode()
    const statuses: number[] = []
    for (let sends = 0; sends < 11; sends++) {
      statuses.push((await requestCode()).status)
      advanceClock(31)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it('429 after ten codes in an hour since the clock was set back: those of before count when their time comes', async () => {
    const { requestCode } = await addLinkWithCode()
    const request = async (count: number) => {
      const statuses: number[] = []
      for (let sends = 0; sends < count; sends++) {
        statuses.push((await requestCode()).status)
        advanceClock(31)
      }
      return statuses
    }
    advanceClock(5 * 3600)
    await request(10)
    advanceClock(-5 * 3600)
    expect(await request(11)).toEqual([...Array(10).fill(200), 429])
    advanceClock(5 * 3600 - 11 * 31)
    expect(await request(1)).toEqual([429])
  })

  it('says when the next code can be requested, also after too many attempts', async () => {
    const { process, requestCode, submitCode } = await addLinkWithCode()
    // Only the clock that the test moves goes on.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const getWait = async (response: ReturnType<typeof requestCode>) =>
      Number((await response).headers.get('retry-after'))
    for (let sends = 0; sends < 10; sends++) {
      await requestCode()
      advanceClock(31)
    }
    // 310 seconds after the first of ten codes in an hour.
    expect(await getWait(requestCode())).toBe(3600 - 310)
    const { wrongCode } = await findCode(tenant, process)
    for (let attempts = 0; attempts < 5; attempts++) await submitCode(wrongCode)
    expect(await getWait(submitCode(wrongCode))).toBe(3600 - 310)
  })

  it('404 for an unknown link', async () => {
    expect((await call(otpRoute.POST, { method: 'POST', params: { token: 'nothing' } })).status).toBe(404)
  })

  it('409 where no code is required', async () => {
    const { requestCode } = await addLinkWithCode({ enable_otp: false })
    expect([(await requestCode()).status, (await requestCode()).body.error.code]).toEqual([
      409,
      'invalid_state',
    ])
  })
})

describe('the one-time code of a signer', () => {
  it.each([
    ['none', true, false],
    ['email', false, true],
    [null, true, true],
    [null, false, false],
  ] as const)('with `otp` %s and `enable_otp` %s is required: %s', async (otp, enable_otp, isRequired) => {
    const { params, process } = await addLink(tenant, { signers: [{ otp }], options: { enable_otp } })
    expect(process.signers[0]!.otp).toBe(otp)
    const { body } = await call(signingRoute.GET, { params })
    expect(body).toMatchObject({ data: { otp: { required: isRequired } } })
    expect((await call(otpRoute.POST, { method: 'POST', params })).status).toBe(isRequired ? 200 : 409)
    expect((await call(openRoute.POST, { method: 'POST', params })).status).toBe(isRequired ? 403 : 200)
  })
})

describe('POST /signing/{token}/otp/verify', () => {
  it('a retry of a lost response gets its cookie too, so that the code counts in this browser', async () => {
    const { process, params, requestCode } = await addLinkWithCode()
    await requestCode()
    const { code } = await findCode(tenant, process)
    const request = { params, body: { code }, headers: { 'idempotency-key': crypto.randomUUID() } }
    const lost = await call(verifyRoute.POST, request)
    const retrying = browser()
    const retry = await retrying(verifyRoute.POST, request)
    expect([lost.status, retry.status, retry.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true'])
    expect(retry.headers.getSetCookie()).toEqual(lost.headers.getSetCookie())
    expect(retry.headers.getSetCookie()).toHaveLength(1)
    const { body } = await retrying<{ data: SigningRecord }>(signingRoute.GET, { params })
    expect(body.data.otp.verified).toBe(true)
    const [stored] = await read({ tenantId: tenant.tenantId }, (reader) =>
      reader
        .select()
        .from(idempotencyKeys)
        .where(eq(idempotencyKeys.key, request.headers['idempotency-key'])),
    )
    const [cookie] = lost.headers.getSetCookie()[0]!.split(';')
    expect(JSON.stringify(stored)).not.toContain(cookie!.split('=')[1])
  })

  it('200 for the correct code in the digits of another script', async () => {
    const { process, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const { code } = await findCode(tenant, process)
    const typed = code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
    expect((await submitCode(typed)).status).toBe(200)
  })

  it('200 for the correct code; then the signer may view and sign', async () => {
    const { process, params, call, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const { code } = await findCode(tenant, process)
    const document = { ...params, id: process.documents[0]!.id }
    const before = [
      await call(fileRoute.GET, { params: document }),
      await call(openRoute.POST, { method: 'POST', params }),
      await call(signRoute.POST, { params, body: typedSignature() }),
      await call(refuseRoute.POST, { params, body: { reason: 'No' } }),
    ]
    expect(before.map(({ status, body }) => [status, body.error.reason])).toEqual(
      Array(4).fill([403, 'otp_required']),
    )
    // A tab in which the file is to be printed gets the page that asks for the code.
    const headers = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }
    const tab = await call(fileRoute.GET, { params: document, headers })
    expect([tab.status, tab.headers.get('location')]).toEqual([303, `${env().appUrl}/sign/${params.token}`])
    expect((await submitCode(code)).status).toBe(200)
    expect((await call(signingRoute.GET, { params })).body.data.otp).toEqual({
      ...emailCode,
      verified: true,
      code_sent: true,
      attempts_left: 5,
      next_code_seconds: 30,
    })
    expect((await call(fileRoute.GET, { params: document })).status).toBe(200)
    expect((await call(openRoute.POST, { method: 'POST', params })).status).toBe(200)
    expect((await call(signRoute.POST, { params, body: typedSignature() })).status).toBe(200)
  })

  it('200 for a code whose email the mail server has not confirmed: the email is not sent again', async () => {
    const { process, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const { code } = await findCode(tenant, process)
    const { tenantId, ctx } = tenant
    const failureJob = { queue: DELIVERY_FAILED_QUEUE, data: { code: true } }
    const [email] = await write(ctx, (tx) =>
      tx
        .insert(mails)
        .values({
          ...{
            tenantId,
            recipient: 'signer1@example.com',
            status: 'queued',
            createdAt: now(),
            sentAt: now(),
          },
          ...{ topic: signerTopic(process.signers[0]!.id), failureJob },
        })
        .returning(),
    )
    const isEmail = eq(mails.id, email!.id)
    await submitCode(code === '000000' ? '000001' : '000000')
    expect(await read(ctx, (reader) => reader.$count(mails, isEmail))).toBe(1)
    await submitCode(code)
    expect(await read(ctx, (reader) => reader.$count(mails, isEmail))).toBe(0)
  })

  it('200 again for the same code in the same browser, recorded once; 400 after ten minutes', async () => {
    const { process, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const { code, wrongCode } = await findCode(tenant, process)
    for (let times = 0; times < 7; times++) expect((await submitCode(code)).status).toBe(200)
    const errorResponse = await submitCode(wrongCode)
    expect([errorResponse.status, errorResponse.body.error.attempts_left]).toEqual([400, 4])
    expect((await submitCode(code)).status).toBe(200)
    const types = (await loadEvents(tenant, process.id)).map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('signature.otp_'))).toEqual([
      'signature.otp_sent',
      'signature.otp_verified',
      'signature.otp_failed',
    ])
    advanceClock(601)
    expect((await submitCode(code)).status).toBe(400)
  })

  it('200 for a new code after the session of the first has ended', async () => {
    const { process, params, call, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    expect((await submitCode((await findCode(tenant, process)).code)).status).toBe(200)
    advanceClock(12 * 3600 + 1)
    const otp = async () => (await call(signingRoute.GET, { params })).body.data.otp
    expect(await otp()).toEqual(emailCode)
    await requestCode()
    expect((await submitCode((await findCode(tenant, process)).code)).status).toBe(200)
    expect(await otp()).toMatchObject({ required: true, verified: true })
  })

  it('400 for an incorrect code, with the attempts left', async () => {
    const { process, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const { code, wrongCode } = await findCode(tenant, process)
    for (const attemptsLeft of [4, 3, 2, 1]) {
      const { status, body } = await submitCode(wrongCode)
      expect([status, body.error.code, body.error.attempts_left]).toEqual([400, 'invalid_code', attemptsLeft])
    }
    expect((await submitCode(code)).status).toBe(200)
    const types = (await loadEvents(tenant, process.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'signature.otp_failed')).toHaveLength(4)
  })

  it('429 after five attempts, also for the correct code, until a new code is sent', async () => {
    const { process, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const { code, wrongCode } = await findCode(tenant, process)
    const attempts = await Promise.all(Array.from({ length: 5 }, () => submitCode(wrongCode)))
    expect(attempts.map(({ body }) => body.error.attempts_left).sort()).toEqual([0, 1, 2, 3, 4])
    expect((await submitCode(code)).status).toBe(429)
    advanceClock(31)
    await requestCode()
    expect((await submitCode((await findCode(tenant, process)).code)).status).toBe(200)
  })

  it('400 for a code older than ten minutes, and for one that a newer code replaced', async () => {
    const { process, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const first = (await findCode(tenant, process)).code
    advanceClock(601)
    expect((await submitCode(first)).status).toBe(400)
    await requestCode()
    const secondCode = (await findCode(tenant, process)).code
    if (secondCode !== first) expect((await submitCode(first)).status).toBe(400)
    expect((await submitCode(secondCode)).status).toBe(200)
  })

  it.each([['12345'], ['abcdef'], [123456], [null], [undefined]])(
    '400 for an invalid code: %s',
    async (code) => {
      const { submitCode } = await addLinkWithCode()
      const { status, body } = await submitCode(code)
      expect([status, Object.keys(body.error.errors)]).toEqual([400, ['code']])
    },
  )

  it('400 before a code was sent, and the trail does not grow by it', async () => {
    const { process, submitCode } = await addLinkWithCode()
    for (const code of ['000000', '123456'])
      expect((await submitCode(code)).body.error).toMatchObject({ code: 'invalid_code', attempts_left: 0 })
    const types = (await loadEvents(tenant, process.id)).map(({ type }) => type)
    expect(types).not.toContain('signature.otp_failed')
  })

  it('404 for an unknown link', async () => {
    const response = await call(verifyRoute.POST, { params: { token: 'nothing' }, body: { code: '123456' } })
    expect(response.status).toBe(404)
  })

  it('409 once the process has ended', async () => {
    const { process, params, call, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    const { code } = await findCode(tenant, process)
    await submitCode(code)
    await call(refuseRoute.POST, { params, body: { reason: 'No' } })
    expect((await submitCode(code)).status).toBe(409)
  })

  it('200 after the end, also of a void process: the signed file can be downloaded', async () => {
    const { process, params, call, requestCode, submitCode } = await addLinkWithCode()
    const confirm = async () => {
      await requestCode()
      expect((await submitCode((await findCode(tenant, process)).code)).status).toBe(200)
    }
    const download = async () => (await call(downloadRoute.GET, { params })).status
    await confirm()
    await call(openRoute.POST, { method: 'POST', params })
    expect((await call(signRoute.POST, { params, body: typedSignature() })).status).toBe(200)
    await runRevisions(tenant, process)
    for (const end of [() => {}, () => voidProcess(tenant.ctx, process.id, { reason: 'Wrong rent' })]) {
      await end()
      advanceClock(13 * 3600)
      expect(await download()).toBe(403)
      await confirm()
      expect(await download()).toBe(200)
    }
  })

  it('200 opens a session of twelve hours', async () => {
    const { process, params, call, requestCode, submitCode } = await addLinkWithCode()
    await requestCode()
    await submitCode((await findCode(tenant, process)).code)
    const otp = async () => (await call(signingRoute.GET, { params })).body.data.otp
    advanceClock(12 * 3600 - 60)
    expect(await otp()).toEqual({ ...emailCode, verified: true })
    advanceClock(61)
    expect(await otp()).toEqual(emailCode)
  })
})
