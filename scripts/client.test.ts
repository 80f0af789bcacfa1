import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { routes } from '../app/api/v1/routes.ts'
import { dispatcher } from '../lib/http/dispatch.ts'
import { runRevisions } from '../lib/testing/records/signing-session.ts'
import { serve } from '../lib/testing/service/serve.ts'
import { makeTenant, type TestTenant } from '../lib/testing/users/tenant.ts'
import { ParaphError } from '../sdk/src/index.ts'
import { Client } from './client.ts'

let service: Awaited<ReturnType<typeof serve>>
let tenant: TestTenant
let client: Client
beforeAll(async () => {
  service = await serve(dispatcher(routes))
  tenant = await makeTenant()
  client = new Client(service.url, (await tenant.addKey()).token)
})
afterAll(() => service.close())

it('has a document signed in every kind of field, and waits until it is sealed', async () => {
  const { id, page_count } = await client.upload(buildPdf(), 'Lease.pdf')
  expect(page_count).toBe(1)
  const types = ['signature', 'initials', 'text', 'number', 'checkbox', 'date'] as const
  const zones = types.map((type, index) => ({
    ...{ signer: 0, type, page: 1, x: 40, y: 60 * index },
    ...{ width: 20, height: 20 },
  }))
  const { id: processId, signers } = await client.send(id, ['Zoë Ångström'], { zones })
  await runRevisions(tenant, { id: processId })
  await client.sign(await client.findLink(processId, signers[0]!.id), 'Zoë Ångström')
  const completed = client.completed(processId)
  await runRevisions(tenant, { id: processId })
  expect((await completed).fields.map(({ value }) => value !== null)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ])
  expect((await client.downloadSigned(processId)).length).toBeGreaterThan(1000)
})

it('creates a tenant with a key, and reports what is refused at once', async () => {
  const other = await Client.signUp(service.url)
  expect(other.key).toMatch(/^psk_live_/)
  const refusal = await other.upload(new Uint8Array([1]), 'broken.pdf').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ParaphError)
  expect((refusal as ParaphError).status).toBe(400)
})

it('repeats what a rate limit refuses, with a time limit for each attempt and all cookies so far', async () => {
  const cookies: (string | null)[] = []
  const signals: (AbortSignal | null | undefined)[] = []
  const replies = [
    new Response(null, { status: 429, headers: { 'retry-after': '0.01', 'set-cookie': 'a=1; Path=/' } }),
    Response.json({ data: {} }, { headers: [['set-cookie', 'b=2']] }),
    Response.json({ data: {} }, { headers: [['set-cookie', 'a=3; HttpOnly']] }),
    Response.json({ data: {} }),
  ]
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    cookies.push(new Headers(init.headers).get('cookie'))
    signals.push(init.signal)
    return replies.shift()!
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const visitor = new Client('http://service.invalid', '')
  for (let requests = 0; requests < 3; requests++) await visitor.request('GET /user')
  expect(cookies).toEqual([null, 'a=1', 'a=1; b=2', 'a=3; b=2'])
  expect(new Set(signals).size).toBe(4)
})
