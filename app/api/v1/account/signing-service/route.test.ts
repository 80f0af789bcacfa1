import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { signingServices } from '#db/schema/keys'
import { read } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { openSigningService, type SigningService } from '#lib/testing/servers/signing-service'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as providerRoute from '../signature-provider/route.ts'
import * as serviceRoute from './route.ts'
import * as testRoute from './test/route.ts'

let tenant: TestTenant
let service: SigningService

beforeAll(async () => {
  service = await openSigningService({})
  env().signingServiceAllowedHosts.push(new URL(service.url).host)
})
beforeEach(async () => {
  tenant = await makeTenant()
  service.failWith()
})
afterAll(() => service.close())

const settings = () => ({
  url: `${service.url}/`,
  client_id: service.clientId,
  client_secret: service.clientSecret,
})
const put = (body: object) => call(serviceRoute.PUT, { method: 'PUT', as: tenant, body })
const get = (caller: { token: string } = tenant) => call(serviceRoute.GET, { as: caller })
const test = () => call(testRoute.POST, { method: 'POST', as: tenant })
const remove = () => call(serviceRoute.DELETE, { method: 'DELETE', as: tenant })
const findEvents = (type: 'tenant.signing_service_changed' | 'tenant.signing_service_removed') =>
  read(tenant.ctx, (reader) => reader.select().from(events).where(eq(events.type, type)))

itIsGuarded('/account/signing-service', serviceRoute, { bodyByMethod: { PUT: {} } })
itIsGuarded('/account/signing-service/test', testRoute)
itIsGuarded('/account/signature-provider', providerRoute)

it('200 with the name of the provider for every role, and null without one', async () => {
  const viewer = await tenant.addMember('viewer')
  const getProvider = async () =>
    (await call<{ data: { name: string } }>(providerRoute.GET, { as: viewer })).body
  expect(await getProvider()).toEqual({ data: { name: null } })
  await put(settings())
  expect(await getProvider()).toEqual({ data: { name: expect.stringMatching(/\w/) } })
  expect((await call(providerRoute.GET, { as: await makeTenant() })).body).toEqual({ data: { name: null } })
})

describe('200', () => {
  it('none is set at first', async () => {
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...{ url: null, name: null, client_id: null, credential_mode: null, updated_at: null },
      callback_url: `${env().appUrl}/sign/provider`,
    })
  })

  it('sets it, with its secret encrypted and in no response or event', async () => {
    const { status, body } = await put(settings())
    expect(status).toBe(200)
    const record = { url: service.url, name: 'City Trust Services', client_id: service.clientId }
    expect(body.data).toMatchObject(record)
    expect((await get()).body.data).toEqual(body.data)
    expect((await put(settings())).body.data).toEqual(body.data)
    const rows = await read(tenant.ctx, (reader) => reader.select().from(signingServices))
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]!.clientSecret).includes(service.clientSecret)).toBe(false)
    const changes = await findEvents('tenant.signing_service_changed')
    expect(changes.map(({ data }) => data)).toEqual([{ ...record, credential_mode: null }])
  })

  it('keeps the secret while the address stays, and the mode until another is given', async () => {
    await put({ ...settings(), credential_mode: 'oauth2code' })
    const { client_secret: _, ...others } = settings()
    expect((await put(others)).body.data).toMatchObject({ credential_mode: 'oauth2code' })
    expect((await put({ ...others, credential_mode: null })).body.data).toMatchObject({
      credential_mode: null,
    })
    const elsewhere = await put({ ...others, url: 'https://sign.example.com/csc/v2' })
    expect([elsewhere.status, Object.keys(elsewhere.body.error.errors)]).toEqual([400, ['client_secret']])
  })

  it('tests it: what it says about itself, 400 with the reason, 404 without one', async () => {
    expect((await test()).status).toBe(404)
    await put(settings())
    const { status, body } = await test()
    expect([status, body.data.name, body.data.specs]).toEqual([200, 'City Trust Services', '2.0.0.2'])
    service.failWith('info', { error: 'temporarily_unavailable', error_description: 'Come back later.' })
    const failed = await test()
    expect([failed.status, failed.body.error.errors.url?.[0]]).toEqual([
      400,
      expect.stringContaining('Come back later.'),
    ])
  })

  it('of another tenant is not seen', async () => {
    await put(settings())
    expect((await get(await makeTenant())).body.data.url).toBeNull()
  })
})

describe('204', () => {
  it('removes it once', async () => {
    await put(settings())
    expect((await remove()).status).toBe(204)
    expect(await findEvents('tenant.signing_service_removed')).toHaveLength(1)
    expect((await remove()).status).toBe(404)
    expect((await get()).body.data.url).toBeNull()
  })
})

describe('400', () => {
  it.each<[string, () => object, RegExp]>([
    [
      'without a service at this address',
      () => ({ ...settings(), url: `${service.url}/nothing` }),
      /refuses info/,
    ],
    [
      'with a wrong secret',
      () => ({ ...settings(), client_secret: 'wrong' }),
      /refuses token: invalid_client/,
    ],
    [
      'at a private address',
      () => ({ ...settings(), url: 'https://10.0.0.1/csc/v2' }),
      /not on the public Internet/,
    ],
    ['with http', () => ({ ...settings(), url: 'http://example.com/csc/v2' }), /https/],
  ])('%s', async (_, makeBody, message) => {
    const { status, body } = await put(makeBody())
    expect(status).toBe(400)
    expect(body.error.errors.url?.[0]).toMatch(message)
  })

  it('where the service does not answer', async () => {
    service.failWith('info', { error: 'temporarily_unavailable', error_description: 'Come back later.' })
    expect((await put(settings())).body.error.errors.url?.[0]).toMatch('Come back later.')
  })

  it('without url', async () => {
    const { status, body } = await put({ client_id: 'a', client_secret: 'b', credential_mode: 'explicit' })
    expect(status).toBe(400)
    expect(Object.keys(body.error.errors)).toEqual(['url'])
  })
})
