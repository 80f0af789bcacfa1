import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ParaphError } from '../src/index.ts'
import { broken, clientWith, ok, refusal } from './replies.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The result or the error, and the milliseconds until then. */
async function getOutcome<T>(call: Promise<T>) {
  const from = Date.now()
  const settled = call.then(
    (value) => ({ value, after: Date.now() - from }),
    (error: ParaphError) => ({ error, after: Date.now() - from }),
  )
  await vi.runAllTimersAsync()
  return settled as Promise<{ value?: T; error?: ParaphError; after: number }>
}

describe('a request is repeated', () => {
  it.each([
    [429, 'rate_limited'],
    [503, 'unavailable'],
  ])('after %i, when the service says', async (status, code) => {
    const { paraph, requests } = clientWith([refusal(status, code, { 'retry-after': '12' }), ok({ id: 7 })])
    const { value, after } = await getOutcome(paraph.getProcess(7))
    expect([value, after, requests.length]).toEqual([{ id: 7 }, 12_000, 2])
  })

  it('at the time that Retry-After names', async () => {
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 20_000).toUTCString()
    const { paraph } = clientWith([refusal(503, 'unavailable', { 'retry-after': date }), ok()])
    const { after } = await getOutcome(paraph.getProcess(7))
    expect(after).toBeGreaterThanOrEqual(20_000)
    expect(after).toBeLessThanOrEqual(21_000)
  })

  it('after network errors, with growing pauses and the same key', async () => {
    const { paraph, requests } = clientWith([broken(), broken(), broken(), ok({ id: 7 })])
    const { value, after } = await getOutcome(paraph.createProcess({ name: 'Lease' }))
    expect(value).toEqual({ id: 7 })
    // 0.5, 1 and 2 s, or half of that.
    expect(after).toBeGreaterThanOrEqual(1750)
    expect(after).toBeLessThanOrEqual(3500)
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(1)
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
  })

  it('after a timeout, while the first is still running, and after a proxy’s 502', async () => {
    const inFlight = refusal(409, 'idempotency_in_flight')
    const replies = ['never' as const, inFlight, new Response('Bad gateway', { status: 502 }), ok({ id: 7 })]
    const { paraph, requests } = clientWith(replies, { timeout: 5000 })
    const { value, after } = await getOutcome(paraph.createProcess({ name: 'Lease' }))
    expect([value, requests.length]).toEqual([{ id: 7 }, 4])
    expect(after).toBeGreaterThan(5000)
  })

  it('while the first is still running, for the two minutes that the service keeps its key', async () => {
    const inFlight = () => refusal(409, 'idempotency_in_flight')
    const slow = clientWith([
      ...Array.from({ length: 12 }, inFlight),
      refusal(503, 'unavailable'),
      ok({ id: 7 }),
    ])
    const { value, after } = await getOutcome(slow.paraph.createProcess({ name: 'Lease' }))
    expect([value, slow.requests.length]).toEqual([{ id: 7 }, 14])
    expect(after).toBeLessThan(120_000)
    const { paraph } = clientWith(Array.from({ length: 99 }, inFlight))
    const { error, after: until } = await getOutcome(paraph.createProcess({ name: 'Lease' }))
    expect(error).toMatchObject({ code: 'idempotency_in_flight' })
    expect(until).toBeGreaterThanOrEqual(120_000)
    const once = clientWith([inFlight(), ok()], { maxRetries: 0 })
    expect((await getOutcome(once.paraph.createProcess({ name: 'Lease' }))).error).toBeDefined()
  })

  it('with the version that is to be changed: when it was refused for now, or has a key', async () => {
    const path = { id: 7 }
    const busy = clientWith([refusal(429, 'rate_limited'), ok()])
    const change = busy.paraph.request('PATCH /templates/{id}', { path, body: {}, ifMatch: '"1"' })
    expect((await getOutcome(change)).error).toBeUndefined()
    const keyed = clientWith([broken(), ok()])
    const restore = keyed.paraph.request('POST /templates/{id}/versions/{version}/restore', {
      path: { id: 7, version: 1 },
      ifMatch: '"1"',
    })
    expect((await getOutcome(restore)).error).toBeUndefined()
    const versions = [...busy.requests, ...keyed.requests].map(({ headers }) => headers.get('if-match'))
    expect(versions).toEqual(['"1"', '"1"', '"1"', '"1"'])
  })

  it('when the body of the response breaks off', async () => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"data":'))
        controller.error(broken())
      },
    })
    const half = new Response(body, { headers: { 'content-type': 'application/json' } })
    const { paraph } = clientWith([half, ok({ id: 7 })])
    expect((await getOutcome(paraph.getProcess(7))).value).toEqual({ id: 7 })
  })

  it('as often as the client or the call says', async () => {
    const { paraph, requests } = clientWith(Array.from({ length: 9 }, broken), { maxRetries: 1 })
    const { error } = await getOutcome(paraph.getProcess(7))
    expect(error).toMatchObject({ code: 'network_error', status: null, cause: expect.any(TypeError) })
    expect(requests.length).toBe(2)
    await getOutcome(paraph.getProcess(7, { maxRetries: 0 }))
    expect(requests.length).toBe(3)
  })
})

describe('a request is not repeated', () => {
  it.each([
    [400, 'validation_error'],
    [403, 'quota_exceeded'],
    [409, 'invalid_state'],
    [500, 'internal_error'],
    [507, 'storage_full'],
  ])('after %i %s', async (status, code) => {
    const { paraph, requests } = clientWith([refusal(status, code), ok()])
    const { error } = await getOutcome(paraph.getProcess(7))
    expect(error).toBeInstanceOf(ParaphError)
    expect(error).toMatchObject({ code, status, requestId: 'req_1', fields: {} })
    expect(requests.length).toBe(1)
  })

  it('when the service asks for a pause of more than a minute', async () => {
    const { paraph } = clientWith([refusal(429, 'rate_limited', { 'retry-after': '900' }), ok()])
    const { error, after } = await getOutcome(paraph.getProcess(7))
    expect([error?.code, error?.retryAfter, after]).toEqual(['rate_limited', 900, 0])
  })

  it('when the response of a DELETE is lost', async () => {
    for (const lost of [broken(), refusal(503, 'unavailable', { 'retry-after': '2' })]) {
      const { paraph, requests } = clientWith([lost, ok()])
      const { error } = await getOutcome(paraph.request('DELETE /documents/{id}', { path: { id: 7 } }))
      expect([error instanceof ParaphError, requests.length]).toEqual([true, 1])
    }
  })

  it('when the response of a change of one version is lost', async () => {
    const path = { id: 7 }
    const change = { path, body: { fields: [] }, ifMatch: '"1"' }
    const unavailable = refusal(503, 'unavailable', { 'retry-after': '2' })
    for (const lost of [broken(), new Response('Bad gateway', { status: 502 }), unavailable]) {
      const { paraph, requests } = clientWith([lost, refusal(412, 'precondition_failed')])
      const { error } = await getOutcome(paraph.request('PUT /signature-processes/{id}/fields', change))
      expect([error instanceof ParaphError, error?.status === 412, requests.length]).toEqual([true, false, 1])
    }
    const { paraph, requests } = clientWith([broken(), ok()])
    const headers = { 'If-Match': '"1"' }
    await getOutcome(paraph.request('PATCH /templates/{id}', { path, body: { name: 'Lease' }, headers }))
    expect(requests.length).toBe(1)
  })

  it('once the caller aborts it', async () => {
    const caller = new AbortController()
    const { paraph, requests } = clientWith(['never', ok()])
    const call = paraph.getProcess(7, { signal: caller.signal })
    caller.abort(new Error('Enough.'))
    expect((await getOutcome(call)).error?.message).toBe('Enough.')
    const pausing = new AbortController()
    const other = clientWith([refusal(429, 'rate_limited', { 'retry-after': '30' }), ok()])
    setTimeout(() => pausing.abort(new Error('Enough.')), 1000)
    const { error, after } = await getOutcome(other.paraph.getProcess(7, { signal: pausing.signal }))
    expect([error?.message, after]).toEqual(['Enough.', 1000])
    expect([requests.length, other.requests.length]).toEqual([1, 1])
  })
})

describe('a timeout', () => {
  it('ends each attempt', async () => {
    const { paraph } = clientWith(['never', 'never'], { maxRetries: 0 })
    const { error, after } = await getOutcome(paraph.getProcess(7, { timeout: 5000 }))
    expect([error?.code, error?.message, after]).toEqual(['timeout', 'No response within 5000 ms.', 5000])
    expect((await getOutcome(paraph.getProcess(7))).after).toBe(60_000)
  })
})
