import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { idempotencyKeys } from '#db/schema/http'
import { read } from '#db/tenancy/tenant'
import { addDays, addSeconds, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { AppError, type ErrorCode, validationError } from '#lib/core/errors'
import { randomToken, sha256Hex } from '#lib/core/ids'
import { canonicalJson } from '#lib/core/json'
import { call } from '#lib/testing/service/call'
import { type Member, makeTenant } from '#lib/testing/users/tenant'
import { purgeIdempotencyKeys, withIdempotency } from './idempotency.ts'
import { item } from './response/response.ts'
import { route } from './route.ts'

it('deletes stored responses of all tenants after a day', async () => {
  const tenants = [await makeTenant(), await makeTenant()]
  const request = new Request('http://localhost/api/v1/x', {
    method: 'POST',
    headers: { 'idempotency-key': 'one' },
  })
  for (const { ctx } of tenants)
    await withIdempotency(
      ctx,
      request,
      async () => null,
      async () => Response.json({ done: true }),
    )
  const saved = () =>
    Promise.all(tenants.map(({ ctx }) => read(ctx, (reader) => reader.$count(idempotencyKeys))))
  await purgeIdempotencyKeys(addSeconds(addDays(now(), 1), -60))
  expect(await saved()).toEqual([1, 1])
  await purgeIdempotencyKeys(addSeconds(addDays(now(), 1), 60))
  expect(await saved()).toEqual([0, 0])
})

it.each(['', ' ', '\t'])('an empty key (%j) is refused', async (key) => {
  const { ctx } = await makeTenant()
  const request = new Request('http://localhost/api/v1/x', {
    method: 'POST',
    headers: { 'idempotency-key': key },
  })
  const response = withIdempotency(
    ctx,
    request,
    async () => null,
    async () => Response.json({ done: true }),
  )
  await expect(response).rejects.toMatchObject({
    code: 'validation_error',
    details: { errors: { 'Idempotency-Key': ['Must not be empty.'] } },
  })
})

describe('an error', () => {
  let runs = 0
  const handler = route({
    summary: 'Refuse',
    tag: 'Test',
    permission: 'document.write',
    body: z.object({ code: z.string(), count: z.int().optional(), deep: z.unknown().optional() }),
    response: item(z.object({ run: z.int() })),
    handler: async (_ctx, { body }) => {
      runs += 1
      if (body.code === 'unexpected') throw new Error('as requested')
      if (body.code === 'with_cause') throw validationError({}, {}, { cause: new Error('too long') })
      throw new AppError(body.code as ErrorCode, 'As requested.')
    },
  })
  const send = (caller: Member, body: object) =>
    call(handler, { as: caller, body, headers: { 'idempotency-key': 'one' } })

  it.each<[string, number]>([
    ['validation_error', 400],
    ['invalid_code', 400],
    ['quota_exceeded', 403],
    ['not_found', 404],
    ['invalid_state', 409],
  ])('%s is replayed, and the operation is not run', async (code, status) => {
    const tenant = await makeTenant()
    const firstResponse = await send(tenant, { code })
    const runsBefore = runs
    const secondResponse = await send(tenant, { code })
    expect([firstResponse.status, secondResponse.status, runs]).toEqual([status, status, runsBefore])
    expect([firstResponse, secondResponse].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([
      null,
      'true',
    ])
    expect(secondResponse.body).toEqual(firstResponse.body)
    expect((await send(tenant, { code: 'corrected' })).body.error.code).toBe('idempotency_key_reuse')
  })

  it('of the schema is replayed, too; the corrected request needs a new key', async () => {
    const tenant = await makeTenant()
    const firstResponse = await send(tenant, { code: 'not_found', count: 'many' })
    const secondResponse = await send(tenant, { code: 'not_found', count: 'many' })
    expect([firstResponse.status, secondResponse.headers.get('idempotent-replayed')]).toEqual([400, 'true'])
    expect(secondResponse.body).toEqual(firstResponse.body)
    expect((await send(tenant, { code: 'not_found' })).body.error.code).toBe('idempotency_key_reuse')
  })

  it('of a deeply nested body is a validation error', async () => {
    const deep = `{ "code": "not_found", "deep": ${'['.repeat(20_000)}${']'.repeat(20_000)} }`
    const headers = { 'idempotency-key': 'one', 'content-type': 'application/json' }
    const { status, body } = await call(handler, { as: await makeTenant(), body: deep, headers })
    expect([status, body.error.code]).toEqual([400, 'validation_error'])
  })

  it('is replayed only to the same body, compared down to its deepest level', async () => {
    const tenant = await makeTenant()
    /** An object at the 32nd level, the deepest that is allowed. */
    const nested = (innermost: object) =>
      JSON.parse(`${'{"a":'.repeat(31)}${JSON.stringify(innermost)}${'}'.repeat(31)}`)
    expect((await send(tenant, { code: 'not_found', deep: nested([]) })).status).toBe(404)
    const otherResponse = await send(tenant, { code: 'not_found', deep: nested({}) })
    expect(otherResponse.body.error.code).toBe('idempotency_key_reuse')
  })

  it('is not stored when its response is long; long names in it are truncated', async () => {
    const tenant = await makeTenant()
    const invalidMembers = (count: number, nameEnd: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}-${nameEnd}`, '\0']))
    for (const body of [invalidMembers(500, 'n'.repeat(9000)), invalidMembers(42, '漢'.repeat(97))]) {
      for (const { status, headers, bytes } of [await send(tenant, body), await send(tenant, body)]) {
        expect([status, headers.get('idempotent-replayed')]).toEqual([400, null])
        expect(bytes.length).toBeLessThan(200_000)
      }
    }
  })

  it('truncates names at whole characters', async () => {
    const { bytes } = await send(await makeTenant(), {
      [`${'n'.repeat(99)}😀${'n'.repeat(9)}`]: '\0',
      '\ud83d': 1,
    })
    expect(Buffer.from(bytes).toString()).not.toMatch(/\\ud83d|\ufffd/i)
  })

  it('with an internal cause is not stored', async () => {
    const tenant = await makeTenant()
    const runsBefore = runs
    for (const { status, headers } of [
      await send(tenant, { code: 'with_cause' }),
      await send(tenant, { code: 'with_cause' }),
    ])
      expect([status, headers.get('idempotent-replayed')]).toEqual([400, null])
    expect(runs).toBe(runsBefore + 2)
  })

  it.each<[string, number]>([
    ['token_revoked', 401],
    ['forbidden', 403],
    ['rate_limited', 429],
    ['unavailable', 503],
    ['unexpected', 500],
  ])('%s is not stored, as it does not depend on the request', async (code, status) => {
    const tenant = await makeTenant()
    const runsBefore = runs
    for (const response of [await send(tenant, { code }), await send(tenant, { code })]) {
      expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([status, null])
    }
    expect(runs).toBe(runsBefore + 2)
  })
})

it('a user in test mode is another principal', async () => {
  const { ctx } = await makeTenant()
  const headers = { 'idempotency-key': 'one' }
  const send = (testMode: boolean) => {
    const request = new Request('http://localhost/api/v1/x', { method: 'POST', headers })
    const fingerprint = async () => null
    return withIdempotency({ ...ctx, testMode }, request, fingerprint, async () =>
      Response.json({ testMode }),
    )
  }
  for (const mode of [false, true]) expect(await (await send(mode)).json()).toEqual({ testMode: mode })
})

it('a file is sent again byte by byte, with its type and name', async () => {
  const { ctx } = await makeTenant()
  const sent = Buffer.from('%PDF-1.7 \xff\x00', 'latin1')
  const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="r.pdf"' }
  const send = () =>
    withIdempotency(
      ctx,
      new Request('http://localhost/api/v1/x', { method: 'POST', headers: { 'idempotency-key': 'one' } }),
      async () => null,
      async () => new Response(sent, { headers }),
    )
  for (const response of [await send(), await send()]) {
    expect(Object.fromEntries(response.headers)).toMatchObject(headers)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(sent)
  }
  expect((await send()).headers.get('idempotent-replayed')).toBe('true')
})

it('the query is a part of the request, its order is not', async () => {
  const { ctx } = await makeTenant()
  const send = async (query: string) => {
    const headers = { 'idempotency-key': 'one' }
    const request = new Request(`http://localhost/api/v1/x${query}`, { method: 'POST', headers })
    return withIdempotency(
      ctx,
      request,
      async () => null,
      async () => Response.json({}),
    ).catch((error: unknown) => (error as AppError).code)
  }
  expect(await send('?format=json&page=1')).toBeInstanceOf(Response)
  expect(await send('?page=1&format=json')).toBeInstanceOf(Response)
  expect([await send('?format=pdf&page=1'), await send('')]).toEqual(Array(2).fill('idempotency_key_reuse'))
})

it('a response that cannot be stored is sent nevertheless', async () => {
  const { ctx } = await makeTenant()
  const headers = { 'idempotency-key': 'one' }
  const request = new Request('http://localhost/api/v1/x', { method: 'POST', headers })
  const response = Response.json({ done: true })
  // A body that was read cannot be stored.
  await response.text()
  const fingerprint = async () => null
  expect(await withIdempotency(ctx, request, fingerprint, async () => response)).toBe(response)
})

describe('a visitor', () => {
  const secrets: string[] = []
  const handler = route({
    summary: 'Make a token',
    tag: 'Test',
    permission: 'public',
    bearer: true,
    body: z.object({ password: z.string() }),
    response: item(z.object({ token: z.string() })),
    handler: async () => {
      const token = randomToken()
      secrets.push(token)
      return { token }
    },
  })
  let peers = 0
  const newAddress = () => `2001:db8:7:${(++peers).toString(16)}::1`
  const send = (address: string, password = 'tangerine orbit 41', options: object = {}) =>
    call<{ data: { token: string }; error: { code: string } }>(handler, {
      body: { password },
      address,
      headers: { 'idempotency-key': 'one' },
      ...options,
    })

  it('gets no replayed errors: those of visitors are not stored', async () => {
    const address = newAddress()
    for (const { status, headers } of [
      await send(address, undefined, { body: {} }),
      await send(address, undefined, { body: {} }),
    ])
      expect([status, headers.get('idempotent-replayed')]).toEqual([400, null])
    expect(await read({ tenantId: 0 }, (reader) => reader.$count(idempotencyKeys))).toBe(0)
  })

  it('gets the first response again, and other visitors do not', async () => {
    const address = newAddress()
    const firstResponse = await send(address)
    const secondResponse = await send(address)
    expect([secondResponse.status, secondResponse.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(secondResponse.body).toEqual(firstResponse.body)
    expect((await send(newAddress())).body).not.toEqual(firstResponse.body)
    const withCredential = await send(address, undefined, { as: 'another credential' })
    expect(withCredential.status).toBe(200)
    expect(withCredential.body).not.toEqual(firstResponse.body)
    expect((await send(address, 'another password')).body.error.code).toBe('idempotency_key_reuse')
  })

  it('can guess the body of an earlier request only as often as a password', async () => {
    const address = newAddress()
    await send(address)
    const guesses = env().rateLimits.login
    for (let count = 0; count < guesses; count++) expect((await send(address)).status).toBe(200)
    for (let count = 0; count < guesses; count++)
      expect((await send(address, `guess ${count}`)).status).toBe(400)
    expect((await send(address, undefined, { headers: { 'idempotency-key': 'two' } })).status).toBe(200)
    const correctGuess = await send(address)
    expect([correctGuess.status, correctGuess.headers.get('x-ratelimit-reset')]).toEqual([
      429,
      expect.any(String),
    ])
  })

  it('leaves no readable password, token or hash of them in the database', async () => {
    const address = newAddress()
    const password = `tangerine orbit ${peers}`
    await send(address, password)
    const rows = await read({ tenantId: 0 }, (reader) => reader.select().from(idempotencyKeys))
    expect(rows.length).toBeGreaterThan(0)
    const stored = JSON.stringify(rows)
    for (const secret of secrets) expect(stored).not.toContain(secret)
    expect(stored).not.toContain(sha256Hex(canonicalJson(['/api/v1/test', { password }])))
  })

  it('has stored responses deleted after a day, too', async () => {
    await send(newAddress())
    await purgeIdempotencyKeys(addSeconds(addDays(now(), 1), 60))
    expect(await read({ tenantId: 0 }, (reader) => reader.$count(idempotencyKeys))).toBe(0)
  })
})
