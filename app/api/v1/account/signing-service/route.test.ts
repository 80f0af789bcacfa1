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
import * as serviceRoute from './route.ts'

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
const remove = () => call(serviceRoute.DELETE, { method: 'DELETE', as: tenant })
const findEvents = (type: 'tenant.signing_service_changed' | 'tenant.signing_service_removed') =>
  read(tenant.ctx, (reader) => reader.select().from(events).where(eq(events.type, type)))

itIsGuarded('/account/signing-service', serviceRoute, { bodyByMethod: { PUT: {} } })

describe('200', () => {
  it('none is set at first', async () => {
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body.data).toEqual({ url: null, name: null, client_id: null, updated_at: null })
  })

  it('sets it, with its secret encrypted and in no response or event', async () => {
    const { status, body } = await put(settings())
    expect(status).toBe(200)
    const record = { url: service.url, name: 'City Trust Services', client_id: service.clientId }
    expect(body.data).toMatchObject(record)
    expect((await get()).body.data).toEqual(body.data)
    expect((await put(settings())).status).toBe(200)
    const rows = await read(tenant.ctx, (reader) => reader.select().from(signingServices))
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]!.clientSecret).includes(service.clientSecret)).toBe(false)
    const [event] = await findEvents('tenant.signing_service_changed')
    expect(event!.data).toEqual(record)
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
    const { status, body } = await put({ client_id: 'a', client_secret: 'b' })
    expect(status).toBe(400)
    expect(Object.keys(body.error.errors)).toEqual(['url'])
  })
})
