import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { closePresenceSession } from '#db/connection/presence'
import { idempotencyKeys } from '#db/schema/http'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, moveClock, now } from '#lib/core/clock'
import { rateLimited, unavailable } from '#lib/core/errors'
import { findUsage, reserveQuota } from '#lib/identity/account/quotas'
import { errorText } from '#lib/messages/errors'
import { call } from '#lib/testing/service/call'
import { type Member, makeTenant } from '#lib/testing/users/tenant'
import { withIdempotency } from './idempotency.ts'
import { item } from './response/response.ts'
import { route } from './route.ts'

/** A second more than an unfinished request keeps its key. */
const AFTER_TIMEOUT_MILLISECONDS = 121_000
/** A second more than a key is stored. */
const AFTER_EXPIRY_MILLISECONDS = 86_401_000
let advanced = 0
const advanceClock = (milliseconds: number) => {
  advanced += milliseconds
  moveClock(milliseconds)
}
afterEach(() => {
  moveClock(-advanced)
  advanced = 0
})

describe('a request that runs for too long', () => {
  /** A route whose runs last until the test ends them; `runs` has the started ones. */
  function slowRoute() {
    const runs: { end(): void; fail(): void }[] = []
    const handler = route({
      summary: 'Slow',
      tag: 'Test',
      permission: 'document.write',
      body: z.object({}),
      response: item(z.object({ run: z.int() }), { status: 201 }),
      handler: () =>
        new Promise<{ run: number }>((resolve, reject) => {
          const run = runs.length + 1
          runs.push({ end: () => resolve({ run }), fail: () => reject(new Error('as requested')) })
        }),
    })
    const send = (caller: Member) =>
      call(handler, { as: caller, body: {}, headers: { 'idempotency-key': 'one' } })
    const untilStarted = async (count: number) => {
      while (runs.length < count) await sleep(5)
    }
    return { runs, send, untilStarted }
  }

  it('keeps its key until the timeout: a second request gets 409, and runs after it', async () => {
    const tenant = await makeTenant()
    const { runs, send, untilStarted } = slowRoute()
    const firstResponse = send(tenant)
    await untilStarted(1)
    const tooEarly = await send(tenant)
    expect([tooEarly.status, tooEarly.body.error.code]).toEqual([409, 'idempotency_in_flight'])
    advanceClock(AFTER_TIMEOUT_MILLISECONDS)
    const secondResponse = send(tenant)
    await untilStarted(2)
    for (const run of runs) run.end()
    expect([(await firstResponse).status, (await secondResponse).status]).toEqual([201, 201])
  })

  it('loses its key at once when its process dies: a second request runs', async () => {
    const tenant = await makeTenant()
    const { runs, send, untilStarted } = slowRoute()
    const firstResponse = send(tenant)
    await untilStarted(1)
    // As if this process had died: others see no connection of it any more.
    await closePresenceSession()
    const secondResponse = send(tenant)
    await untilStarted(2)
    for (const run of runs) run.end()
    expect([(await firstResponse).status, (await secondResponse).status]).toEqual([201, 201])
    const replayed = await send(tenant)
    expect([replayed.status, replayed.body]).toMatchObject([201, { data: { run: 2 } }])
  })

  it('gets a response after a takeover, but the stored one is that of the request that took over', async () => {
    const tenant = await makeTenant()
    const { runs, send, untilStarted } = slowRoute()
    const firstResponse = send(tenant)
    await untilStarted(1)
    advanceClock(AFTER_TIMEOUT_MILLISECONDS)
    const second = send(tenant)
    await untilStarted(2)
    runs[1]!.end()
    expect((await second).body.data.run).toBe(2)
    runs[0]!.end()
    expect((await firstResponse).body.data.run).toBe(1)
    const secondResponse = await send(tenant)
    expect([secondResponse.status, secondResponse.body.data.run]).toEqual([201, 2])
    expect(secondResponse.headers.get('idempotent-replayed')).toBe('true')
    expect(runs).toHaveLength(2)
  })

  it('stores nothing while the request that took over still runs', async () => {
    const tenant = await makeTenant()
    const { runs, send, untilStarted } = slowRoute()
    const firstResponse = send(tenant)
    await untilStarted(1)
    advanceClock(AFTER_TIMEOUT_MILLISECONDS)
    const secondResponse = send(tenant)
    await untilStarted(2)
    runs[0]!.end()
    expect((await firstResponse).status).toBe(201)
    expect((await send(tenant)).status).toBe(409)
    runs[1]!.end()
    await secondResponse
    expect((await send(tenant)).body.data.run).toBe(2)
  })

  it('does not release the key when it fails after another took over', async () => {
    const tenant = await makeTenant()
    const { runs, send, untilStarted } = slowRoute()
    const firstResponse = send(tenant)
    await untilStarted(1)
    advanceClock(AFTER_TIMEOUT_MILLISECONDS)
    const secondResponse = send(tenant)
    await untilStarted(2)
    runs[0]!.fail()
    expect((await firstResponse).status).toBe(500)
    expect((await send(tenant)).status).toBe(409)
    runs[1]!.end()
    await secondResponse
    expect(runs).toHaveLength(2)
  })

  it('releases the key when it fails before the timeout', async () => {
    const tenant = await makeTenant()
    const { runs, send, untilStarted } = slowRoute()
    const firstResponse = send(tenant)
    await untilStarted(1)
    runs[0]!.fail()
    expect((await firstResponse).status).toBe(500)
    const secondResponse = send(tenant)
    await untilStarted(2)
    runs[1]!.end()
    expect((await secondResponse).body.data.run).toBe(2)
  })
})

describe('a request that writes', () => {
  /** A function that sends a request; the handler of its route writes between the two given steps. */
  const makeSender = (
    afterWrite: (run: number) => Promise<void>,
    beforeWrite = async (_run: number) => {},
  ) => {
    let runs = 0
    const writeRoute = route({
      summary: 'Write',
      tag: 'Test',
      permission: 'document.write',
      body: z.object({}),
      response: item(z.object({ run: z.int() }), { status: 201 }),
      handler: async (ctx) => {
        const run = ++runs
        await beforeWrite(run)
        await write(ctx, (tx) => reserveQuota(tx, ctx, 'documents', 1))
        await afterWrite(run)
        return { run }
      },
    })
    return (caller: { token: string }) =>
      call(writeRoute, { as: caller, body: {}, headers: { 'idempotency-key': 'one' } })
  }
  const writeCount = async ({ ctx }: Member) =>
    (await read(ctx, (reader) => findUsage(reader, ctx.tenantId, ctx.now))).documents.used

  it('is not executed again if it never finishes after the write: a retry gets an error', async () => {
    const tenant = await makeTenant()
    const send = makeSender(() => new Promise(() => {}))
    void send(tenant)
    while ((await writeCount(tenant)) === 0) await sleep(5)
    expect((await send(tenant)).body.error.code).toBe('idempotency_in_flight')
    advanceClock(AFTER_TIMEOUT_MILLISECONDS)
    const { status, body } = await send(tenant)
    expect([status, body.error]).toMatchObject([
      409,
      { code: 'invalid_state', current_status: 'carried_out' },
    ])
    expect(await writeCount(tenant)).toBe(1)
  })

  it('is not executed again if it fails after the write, until its key expires', async () => {
    const tenant = await makeTenant()
    // An API key, because a session would expire when the clock is advanced by a day.
    const key = await tenant.addKey({ scopes: ['documents:write'] })
    let failBeforeWriting = false
    const fail = () => Promise.reject(new Error('as requested'))
    const send = makeSender(fail, async () => {
      if (failBeforeWriting) await fail()
    })
    expect((await send(key)).status).toBe(500)
    expect((await send(key)).body.error).toMatchObject({ current_status: 'carried_out' })
    expect(await writeCount(tenant)).toBe(1)
    advanceClock(AFTER_EXPIRY_MILLISECONDS)
    failBeforeWriting = true
    // Both are executed: a request that has written nothing releases its key.
    for (let attempt = 0; attempt < 2; attempt++) expect((await send(key)).status).toBe(500)
  })

  it('is not executed again if the database is unavailable after the write: the COMMIT may be the reason', async () => {
    const tenant = await makeTenant()
    const send = makeSender(() => Promise.reject(unavailable(1, errorText('failures.databaseUnavailable'))))
    expect((await send(tenant)).status).toBe(503)
    expect((await send(tenant)).body.error).toMatchObject({ current_status: 'carried_out' })
    expect(await writeCount(tenant)).toBe(1)
  })

  it('may be retried if it is rate-limited after the write', async () => {
    const tenant = await makeTenant()
    const send = makeSender(() => Promise.reject(rateLimited(1, 1)))
    for (let attempt = 0; attempt < 2; attempt++) expect((await send(tenant)).status).toBe(429)
    expect(await writeCount(tenant)).toBe(2)
  })

  it('has the full timeout from the time its body was received', async () => {
    const tenant = await makeTenant()
    // The request began 130 s ago, more than the timeout: its body took that long.
    const ctx = { ...tenant.ctx, now: addSeconds(now(), -130) }
    const headers = { 'idempotency-key': 'one' }
    const request = () => new Request('http://localhost/api/v1/x', { method: 'POST', headers })
    const pending = Promise.withResolvers<Response>()
    const fingerprint = async () => null
    const first = withIdempotency(ctx, request(), fingerprint, () => pending.promise)
    while ((await read(tenant.ctx, (reader) => reader.$count(idempotencyKeys))) === 0) await sleep(5)
    const second = withIdempotency(tenant.ctx, request(), fingerprint, async () => Response.json({}))
    await expect(second).rejects.toMatchObject({ code: 'idempotency_in_flight' })
    pending.resolve(Response.json({}))
    expect((await first).status).toBe(200)
  })

  it('writes nothing after another request took over its key', async () => {
    const tenant = await makeTenant()
    const pending = Promise.withResolvers<void>()
    const send = makeSender(
      async () => {},
      (run) => (run === 1 ? pending.promise : Promise.resolve()),
    )
    const firstResponse = send(tenant)
    while ((await read(tenant.ctx, (reader) => reader.$count(idempotencyKeys))) === 0) await sleep(5)
    advanceClock(AFTER_TIMEOUT_MILLISECONDS)
    expect((await send(tenant)).body.data.run).toBe(2)
    pending.resolve()
    expect((await firstResponse).body.error.code).toBe('idempotency_in_flight')
    expect(await writeCount(tenant)).toBe(1)
    expect((await send(tenant)).body.data.run).toBe(2)
  })
})
