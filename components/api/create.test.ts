import { afterEach, expect, it, vi } from 'vitest'
import { newCreate } from './create.ts'

afterEach(() => vi.unstubAllGlobals())

/**
 * Stubs a service that gives these responses, one after the other; null: the response is lost.
 * @returns the idempotency keys of the requests
 */
function stubResponses(...responses: (Response | null)[]) {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    const response = responses.shift()
    if (!response) throw new TypeError('Failed to fetch')
    return response
  })
  return keys
}

const created = () => Response.json({ data: {} }, { status: 201 })
const refused = (status: number, code: string) =>
  Response.json({ error: { code, message: 'Refused.' } }, { status })
const send = (create: ReturnType<typeof newCreate>, name = 'Ada') =>
  create('POST /folders', { body: { name } }).catch(() => null)

it.each([
  ['the response was lost', null],
  ['a proxy gave up', new Response('Bad gateway', { status: 502 })],
  ['the service failed', refused(500, 'internal_error')],
  ['the first request still runs', refused(409, 'idempotency_in_flight')],
  ['there were too many requests', refused(429, 'rate_limited')],
])('what is submitted again is created once, after %s', async (_case, response) => {
  const keys = stubResponses(null, response, created())
  const create = newCreate()
  for (let tries = 0; tries < 3; tries++) await send(create)
  expect(keys[0]).toBeTruthy()
  expect(new Set(keys).size).toBe(1)
})

it.each([
  ['it was created', created()],
  ['it was refused', refused(400, 'validation_error')],
])('a submission is another one after %s', async (_case, response) => {
  const keys = stubResponses(response, created())
  const create = newCreate()
  await send(create)
  await send(create)
  expect(new Set(keys).size).toBe(2)
})

it('a submission is another one with other input, and from another form', async () => {
  const keys = stubResponses(null, null, null)
  const create = newCreate()
  await send(create)
  await send(create, 'Grace')
  await send(newCreate(), 'Grace')
  expect(new Set(keys).size).toBe(3)
})
