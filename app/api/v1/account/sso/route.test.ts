import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { ssoProviders } from '#db/schema/identity-sign-in'
import { read } from '#db/tenancy/tenant'
import { moveClock } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { callbackUrl, getProviderHandle, metadataUrl, signInUrl } from '#lib/identity/sso/links'
import { type LocalProvider, openOidcProvider } from '#lib/testing/servers/oidc-provider'
import { type LocalSamlProvider, openSamlProvider } from '#lib/testing/servers/saml-provider'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateFiles, toPem } from '#lib/testing/values/certificate-files'
import * as ssoRoute from './route.ts'

let tenant: TestTenant
let provider: LocalProvider

beforeAll(async () => {
  tenant = await makeTenant()
  provider = await openOidcProvider([callbackUrl(getProviderHandle(tenant.tenantId))], {})
  env().oidcAllowedHosts.push(new URL(provider.issuer).host)
})
afterAll(() => provider.close())

const put = (body: object, caller: { token: string } = tenant) =>
  call(ssoRoute.PUT, { method: 'PUT', body, as: caller })
const settings = () => ({
  issuer: provider.issuer,
  client_id: 'paraph',
  client_secret: 'a secret of the provider',
  domains: ['Example.com', 'example.com', 'heron.example'],
})
const withoutSaml = {
  protocol: 'oidc',
  sso_url: null,
  certificates: [],
  email_attribute: null,
  name_attribute: null,
}
const urls = () => ({
  metadata_url: metadataUrl(getProviderHandle(tenant.tenantId)),
  sign_in_url: signInUrl(getProviderHandle(tenant.tenantId)),
  callback_url: callbackUrl(getProviderHandle(tenant.tenantId)),
})

itIsGuarded('/account/sso', ssoRoute, { bodyByMethod: { PUT: {} } })

describe('200', () => {
  it('shows the URLs to register before there is a provider', async () => {
    const { status, body } = await call(ssoRoute.GET, { as: tenant })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...withoutSaml,
      issuer: null,
      client_id: null,
      domains: [],
      enforced: false,
      create_users: false,
      trusts_second_factor: false,
      default_role: 'user',
      ...urls(),
      updated_at: null,
    })
  })

  it('sets the provider, with its secret encrypted and in no response or event', async () => {
    const { status, body } = await put(settings())
    expect(status).toBe(200)
    const record = {
      ...withoutSaml,
      issuer: provider.issuer,
      client_id: 'paraph',
      domains: ['example.com', 'heron.example'],
      enforced: false,
      create_users: false,
      trusts_second_factor: false,
      default_role: 'user',
      ...urls(),
      updated_at: expect.stringMatching(/Z$/),
    }
    expect(body.data).toEqual(record)
    expect((await call(ssoRoute.GET, { as: tenant })).body.data).toEqual(record)
    const [row] = await read(tenant.ctx, (reader) => reader.select().from(ssoProviders))
    expect(Buffer.from(row!.clientSecret!).includes('a secret')).toBe(false)
    const changes = async () => {
      const trail = await read(tenant.ctx, (reader) => reader.select().from(events))
      return trail.filter(({ type }) => type === 'tenant.sso_changed')
    }
    expect(JSON.stringify(await changes())).not.toMatch(/secret/i)
    for (const repeated of [settings(), body.data]) {
      const again = await put(repeated)
      expect([again.status, again.body.data]).toEqual([200, body.data])
    }
    expect(await changes()).toHaveLength(1)
  })

  it('leaves absent members unchanged, the secret included', async () => {
    const { status, body } = await put({ enforced: true, create_users: true, default_role: 'viewer' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      issuer: provider.issuer,
      domains: ['example.com', 'heron.example'],
      enforced: true,
      create_users: true,
      default_role: 'viewer',
    })
  })

  it('shows nothing of it to another tenant', async () => {
    const otherTenant = await makeTenant()
    const { body } = await call(ssoRoute.GET, { as: otherTenant })
    expect(body.data).toMatchObject({ issuer: null, domains: [] })
    expect(body.data.sign_in_url).not.toBe(urls().sign_in_url)
  })
})

describe('400', () => {
  it('names every missing member', async () => {
    const { status, body } = await put({}, await makeTenant())
    expect([status, Object.keys(body.error.errors)]).toEqual([
      400,
      ['issuer', 'client_id', 'client_secret', 'domains'],
    ])
  })

  it.each([
    ['issuer', 'login.example.com'],
    ['issuer', 'https://login.example.com/?tenant=1'],
    ['client_id', ''],
    ['client_secret', ' '],
    ['domains', []],
    ['domains.0', ['@example.com']],
    ['domains.0', ['localhost']],
    ['domains.0', ['*.example.com']],
    ['default_role', 'tenant_admin'],
    ['enforced', 'yes'],
  ])('for %s %j', async (field, value) => {
    const { status, body } = await put({ ...settings(), [field.split('.')[0]!]: value })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [field]])
  })

  it.each([
    ['http://login.example.com', /must start with https/],
    ['https://169.254.169.254/latest', /not on the public Internet/],
    ['https://10.0.0.1', /not on the public Internet/],
    ['https://localhost', /full name/],
    ['https://ada:secret@login.example.com', /user name or password/],
  ])('for the issuer %s', async (issuer, message) => {
    const { status, body } = await put({ ...settings(), issuer })
    expect([status, body.error.errors.issuer?.[0]]).toEqual([400, expect.stringMatching(message)])
  })

  it('for an issuer that does not respond or has another name', async () => {
    const { host } = new URL(provider.issuer)
    env().oidcAllowedHosts.push(host.replace('127.0.0.1', 'localhost'))
    const notFound = await put({ ...settings(), issuer: `${provider.issuer}/realms/none` })
    expect(notFound.body.error.errors.issuer).toEqual([
      `No OpenID provider responds at ${provider.issuer}/realms/none/.well-known/openid-configuration.`,
    ])
    const renamed = await put({ ...settings(), issuer: provider.issuer.replace('127.0.0.1', 'localhost') })
    expect(renamed.body.error.errors.issuer?.[0]).toContain(`calls itself ${provider.issuer}.`)
  })

  it('for a new issuer without its secret: the stored secret is not sent to it', async () => {
    const newProvider = await openOidcProvider([urls().callback_url], {})
    env().oidcAllowedHosts.push(new URL(newProvider.issuer).host)
    const { status, body } = await put({ issuer: newProvider.issuer })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['client_secret']])
    await newProvider.close()
  })
})

describe('SAML', () => {
  const certificate = () => saml.certificate
  const samlSettings = () => ({
    protocol: 'saml',
    issuer: 'urn:login.example.com',
    sso_url: 'https://login.internal/sso?tenant=1',
    certificates: [certificate()],
    domains: ['example.com'],
  })
  let saml: LocalSamlProvider
  let other: TestTenant
  beforeAll(async () => {
    saml = await openSamlProvider({})
    env().oidcAllowedHosts.push(new URL(saml.ssoUrl).host)
    other = await makeTenant()
  })
  afterAll(() => saml.close())

  it('sets the provider by its metadata, or by single members', async () => {
    const { status, body } = await put(
      { protocol: 'saml', metadata: saml.metadata, domains: ['example.com'], enforced: true },
      other,
    )
    const shown = [
      {
        subject: 'CN=SAML provider',
        expires_at: '2044-01-01T00:00:00.000Z',
        fingerprint: expect.stringMatching(/^(\w\w:){31}\w\w$/),
      },
    ]
    expect([status, body.data]).toMatchObject([
      200,
      { protocol: 'saml', issuer: saml.entityId, sso_url: saml.ssoUrl, certificates: shown, client_id: null },
    ])
    const changed = await put(
      { ...samlSettings(), certificates: [certificate().replaceAll('\n', ''), certificate()] },
      other,
    )
    expect(changed.body.data).toMatchObject({
      issuer: 'urn:login.example.com',
      sso_url: 'https://login.internal/sso?tenant=1',
      certificates: shown,
      enforced: true,
    })
    const sentBack = await put(changed.body.data, other)
    expect([sentBack.status, sentBack.body.data]).toEqual([200, changed.body.data])
    const trail = await read(other.ctx, (reader) => reader.select().from(events))
    const recorded = trail.filter(({ type }) => type === 'tenant.sso_changed').map(({ data }) => data)
    expect(recorded).toHaveLength(2)
    expect(recorded).toContainEqual(expect.objectContaining({ protocol: 'saml', certificates: shown }))
  })

  it('keeps nothing of the other protocol', async () => {
    const { status, body } = await put({ protocol: 'oidc', client_id: 'paraph' }, other)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['issuer', 'client_secret']])
    const change = await put({ ...settings(), protocol: 'oidc' }, other)
    expect(change.body.data).toMatchObject({ protocol: 'oidc', sso_url: null, certificates: [] })
    const back = await put({ protocol: 'saml' }, other)
    expect([back.status, Object.keys(back.body.error.errors)]).toEqual([
      400,
      ['issuer', 'sso_url', 'certificates'],
    ])
  })

  it.each([
    ['sso_url', 'http://login.example.com/sso'],
    ['sso_url', 'javascript:alert(1)'],
    ['sso_url', 'https://ada:secret@login.example.com/sso'],
    ['sso_url', 'login'],
    ['certificates', []],
    ['certificates.0', ['MIIC']],
    ['certificates.0', ['-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----']],
    ['metadata', '<EntityDescriptor entityID="https://login.example.com"/>'],
    ['metadata', 'no XML'],
    ['metadata', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><EntityDescriptor entityID="&e;"/>'],
  ])('400 for %s %j', async (field, value) => {
    const { status, body } = await put({ ...samlSettings(), [field.split('.')[0]!]: value }, other)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [field]])
  })

  it('400 for a weak key, and for metadata of several providers or of none with HTTP-Redirect', async () => {
    const weak = await makeCertificateFiles('Weak', { type: 'RSA 1024' })
    const { body } = await put({ ...samlSettings(), certificates: [toPem([weak.certificate])] }, other)
    expect(body.error.errors['certificates.0']?.[0]).toMatch(/too weak/)
    const { metadata } = saml
    const entity = metadata.slice(metadata.indexOf('<md:Entity'))
    for (const text of [
      `<x>${entity}${entity}</x>`,
      metadata.replace('HTTP-Redirect', 'SOAP'),
      metadata.replace('use="signing"', 'use="encryption"'),
      metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
    ])
      expect((await put({ ...samlSettings(), metadata: text }, other)).status).toBe(400)
  })
})

describe('403', () => {
  it('if the password was entered more than 15 minutes ago', async () => {
    const admin = await tenant.addMember('tenant_admin')
    moveClock(16 * 60_000)
    const errorResponse = await put({ enforced: false }, admin)
    moveClock(-16 * 60_000)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'reauthentication_required'])
  })
})

describe('DELETE', () => {
  it('204, and 404 without a provider', async () => {
    const remove = () => call(ssoRoute.DELETE, { method: 'DELETE', as: tenant })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await call(ssoRoute.GET, { as: tenant })).body.data).toMatchObject({ issuer: null })
  })
})
