import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { closePresence } from '#db/presence'
import { idempotencyKeys } from '#db/schema/http'
import { read, write } from '#db/tenant'
import { addSeconds, moveClock, now } from '#lib/core/clock'
import { rateLimited } from '#lib/core/errors'
import { reserveQuota, usageOf } from '#lib/identity/account/quotas'
import { call } from '#lib/testing/call'
import { type Member, makeTenant } from '#lib/testing/tenant'
import { withIdempotency } from './idempotency.ts'
import { item } from './response/response.ts'
import { route } from './route.ts'

const TIMEOUT_MILLISECONDS = 121_000
const DAY_MILLISECONDS = 86_401_000
let moved = 0
const wait = (milliseconds = TIMEOUT_MILLISECONDS) => {
  moved += milliseconds
  moveClock(milliseconds)
}
afterEach(() => {
  moveClock(-moved)
  moved = 0
})

describe('a request that runs for too long', () => {
  /** A route whose runs are ended by the test; `runs` has the started ones. */
  function slowRoute() {
    const runs: { end(): void; fail(): void }[] = []
    const handler = route({
      summary: 'Slow',
      tag: 'Test',
      action: 'document.write',
      body: z.object({}),
      response: item(z.object({ run: z.int() }), { status: 201 }),
      handler: () =>
        new Promise<{ run: number }>((resolve, reject) => {
          const run = runs.length + 1
          runs.push({ end: () => resolve({ run }), fail: () => reject(new Error('as requested')) })
        }),
    })
    const send = (as: Member) => call(handler, { as, body: {}, headers: { 'idempotency-key': 'one' } })
    const begun = async (count: number) => {
      while (runs.length < count) await sleep(5)
    }
    return { runs, send, begun }
  }

  it('409 for the next one until the timeout; then the next one runs', async () => {
    const tenant = await makeTenant()
    const { runs, send, begun } = slowRoute()
    const first = send(tenant)
    await begun(1)
    const early = await send(tenant)
    expect([early.status, early.body.error.code]).toEqual([409, 'idempotency_in_flight'])
    wait()
    const second = send(tenant)
    await begun(2)
    for (const run of runs) run.end()
    expect([(await first).status, (await second).status]).toEqual([201, 201])
  })

  it('201 at once for the next one when the process of the first has died', async () => {
    const tenant = await makeTenant()
    const { runs, send, begun } = slowRoute()
    const first = send(tenant)
    await begun(1)
    await closePresence()
    const second = send(tenant)
    await begun(2)
    for (const run of runs) run.end()
    expect([(await first).status, (await second).status]).toEqual([201, 201])
    const replayed = await send(tenant)
    expect([replayed.status, replayed.body]).toMatchObject([201, { data: { run: 2 } }])
  })

  it('201, but the stored response is that of the request that took over', async () => {
    const tenant = await makeTenant()
    const { runs, send, begun } = slowRoute()
    const first = send(tenant)
    await begun(1)
    wait()
    const second = send(tenant)
    await begun(2)
    runs[1]!.end()
    expect((await second).body.data.run).toBe(2)
    runs[0]!.end()
    expect((await first).body.data.run).toBe(1)
    const again = await send(tenant)
    expect([again.status, again.body.data.run]).toEqual([201, 2])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(runs).toHaveLength(2)
  })

  it('stores nothing while the request that took over still runs', async () => {
    const tenant = await makeTenant()
    const { runs, send, begun } = slowRoute()
    const first = send(tenant)
    await begun(1)
    wait()
    const second = send(tenant)
    await begun(2)
    runs[0]!.end()
    expect((await first).status).toBe(201)
    expect((await send(tenant)).status).toBe(409)
    runs[1]!.end()
    await second
    expect((await send(tenant)).body.data.run).toBe(2)
  })

  it('does not release the key when it fails after another took over', async () => {
    const tenant = await makeTenant()
    const { runs, send, begun } = slowRoute()
    const first = send(tenant)
    await begun(1)
    wait()
    const second = send(tenant)
    await begun(2)
    runs[0]!.fail()
    expect((await first).status).toBe(500)
    expect((await send(tenant)).status).toBe(409)
    runs[1]!.end()
    await second
    expect(runs).toHaveLength(2)
  })

  it('releases the key when it fails before the timeout', async () => {
    const tenant = await makeTenant()
    const { runs, send, begun } = slowRoute()
    const first = send(tenant)
    await begun(1)
    runs[0]!.fail()
    expect((await first).status).toBe(500)
    const second = send(tenant)
    await begun(2)
    runs[1]!.end()
    expect((await second).body.data.run).toBe(2)
  })
})

describe('a request that has written something', () => {
  const handler = (then: (run: number) => Promise<void>, before = async (_run: number) => {}) => {
    let runs = 0
    const sent = route({
      summary: 'Write',
      tag: 'Test',
      action: 'document.write',
      body: z.object({}),
      response: item(z.object({ run: z.int() }), { status: 201 }),
      handler: async (ctx) => {
        const run = ++runs
        await before(run)
        await write(ctx, (tx) => reserveQuota(tx, ctx, 'documents', 1))
        await then(run)
        return { run }
      },
    })
    return (as: { token: string }) => call(sent, { as, body: {}, headers: { 'idempotency-key': 'one' } })
  }
  const written = async ({ ctx }: Member) =>
    (await read(ctx, (reader) => usageOf(reader, ctx.tenantId, ctx.now))).documents.used

  it('and ends before its response was stored is not executed again, and a retry gets an error', async () => {
    const tenant = await makeTenant()
    const send = handler(() => new Promise(() => {}))
    void send(tenant)
    while ((await written(tenant)) === 0) await sleep(5)
    expect((await send(tenant)).body.error.code).toBe('idempotency_in_flight')
    wait()
    const { status, body } = await send(tenant)
    expect([status, body.error]).toMatchObject([
      409,
      { code: 'invalid_state', current_status: 'carried_out' },
    ])
    expect(await written(tenant)).toBe(1)
  })

  it('and then failed is not run again, until its key expires', async () => {
    const tenant = await makeTenant()
    // With a key, because a login would have expired by then.
    const key = await tenant.addKey({ scopes: ['documents:write'] })
    let wrong = false
    const fail = () => Promise.reject(new Error('as requested'))
    const send = handler(fail, async () => {
      if (wrong) await fail()
    })
    expect((await send(key)).status).toBe(500)
    expect((await send(key)).body.error).toMatchObject({ current_status: 'carried_out' })
    expect(await written(tenant)).toBe(1)
    wait(DAY_MILLISECONDS)
    wrong = true
    for (let turn = 0; turn < 2; turn++) expect((await send(key)).status).toBe(500)
  })

  it('and is rate-limited may be retried', async () => {
    const tenant = await makeTenant()
    const send = handler(() => Promise.reject(rateLimited(1)))
    for (let turn = 0; turn < 2; turn++) expect((await send(tenant)).status).toBe(429)
    expect(await written(tenant)).toBe(2)
  })

  it('has the full timeout from the end of its body, however long that took', async () => {
    const tenant = await makeTenant()
    const ctx = { ...tenant.ctx, now: addSeconds(now(), -130) }
    const headers = { 'idempotency-key': 'one' }
    const request = () => new Request('http://localhost/api/v1/x', { method: 'POST', headers })
    const pending = Promise.withResolvers<Response>()
    const text = async () => null
    const first = withIdempotency(ctx, request(), text, () => pending.promise)
    while ((await read(tenant.ctx, (reader) => reader.$count(idempotencyKeys))) === 0) await sleep(5)
    const second = withIdempotency(tenant.ctx, request(), text, async () => Response.json({}))
    await expect(second).rejects.toMatchObject({ code: 'idempotency_in_flight' })
    pending.resolve(Response.json({}))
    expect((await first).status).toBe(200)
  })

  it('writes nothing after another took over', async () => {
    const tenant = await makeTenant()
    const pending = Promise.withResolvers<void>()
    const send = handler(
      async () => {},
      (run) => (run === 1 ? pending.promise : Promise.resolve()),
    )
    const first = send(tenant)
    while ((await read(tenant.ctx, (reader) => reader.$count(idempotencyKeys))) === 0) await sleep(5)
    wait()
    expect((await send(tenant)).body.data.run).toBe(2)
    pending.resolve()
    expect((await first).body.error.code).toBe('idempotency_in_flight')
    expect(await written(tenant)).toBe(1)
    expect((await send(tenant)).body.data.run).toBe(2)
  })
})
