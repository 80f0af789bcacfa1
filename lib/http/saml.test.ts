import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { read } from '#db/tenancy/tenant'
import { flushReads } from '#lib/audit/reads'
import { addSeconds, moveClock } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { hashPassword } from '#lib/identity/passwords/password'
import { getProviderHandle, metadataUrl } from '#lib/identity/sso/links'
import { removeSso } from '#lib/identity/sso/remove-sso'
import type { SsoChange } from '#lib/identity/sso/schema'
import { setSso } from '#lib/identity/sso/set-sso'
import { updateUser } from '#lib/identity/users/update-user'
import {
  type LocalSamlProvider,
  openSamlProvider,
  parseRequest,
  type ResponseParts,
} from '#lib/testing/servers/saml-provider'
import { askNextAuth } from '#lib/testing/service/ask'
import { call } from '#lib/testing/service/call'
import { addTotp, generateCode } from '#lib/testing/users/factors'
import { findSessionUser, SESSION_COOKIE, startProviderSignIn } from '#lib/testing/users/provider-sign-in'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as login } from '../../app/api/v1/auth/login/route.ts'
import { encryptedCookie, readEncryptedCookie } from './credentials/encrypted-cookie.ts'

const password = 'tangerine orbit 41'
const REQUEST_COOKIE = 'paraph-saml-request'
const crossSite = { 'sec-fetch-site': 'cross-site' }
type Jar = Record<string, string>

let tenant: TestTenant
let member: Member
let otherMember: Member
let provider: LocalSamlProvider

beforeAll(async () => {
  env().oidcAllowedHosts.push('127.0.0.1')
  tenant = await makeTenant({ passwordHash: await hashPassword(password) })
  member = await tenant.addMember('user', await hashPassword(password))
  otherMember = await tenant.addMember('user')
  provider = await openSamlProvider({
    member: { nameId: member.user.email },
    admin: { nameId: tenant.user.email },
    stranger: {
      nameId: 'grace',
      format: '2.0:nameid-format:persistent',
      attributes: { mail: 'grace@example.com', givenName: 'Grace', sn: 'Hopper' },
    },
    outsider: { nameId: 'grace@elsewhere.example' },
    transient: {
      nameId: '_4f0c',
      format: '2.0:nameid-format:transient',
      attributes: { email: member.user.email },
    },
    nameless: { nameId: 'ada', format: '2.0:nameid-format:persistent' },
  })
  await configure(tenant)
})
afterAll(() => provider.close())

const configure = ({ ctx }: TestTenant, change: SsoChange = {}) =>
  setSso(ctx, { protocol: 'saml', metadata: provider.metadata, domains: ['example.com'], ...change })

const handleOf = ({ tenantId }: TestTenant) => getProviderHandle(tenantId)
const start = (id = handleOf(tenant)) => startProviderSignIn(id)

/** The provider's page posts the response, without cookies of ours; the browser comes back with those of its jar. */
async function post(response: string, jar: Jar, id = handleOf(tenant)) {
  const posted = await askNextAuth(`callback/${id}`, { form: { SAMLResponse: response }, headers: crossSite })
  const target = new URL(posted.headers.get('location')!)
  if (!target.pathname.startsWith('/api/auth/')) return follow(posted)
  return comeBack({ ...jar, ...posted.jar }, id)
}
const comeBack = async (jar: Jar, id = handleOf(tenant)) =>
  follow(await askNextAuth(`callback/${id}`, { cookies: jar, headers: crossSite }))
const follow = (response: Awaited<ReturnType<typeof askNextAuth>>) => ({
  ...response,
  location: response.headers.get('location')?.replace(env().appUrl, ''),
})

async function signIn(account: string, changes: Partial<ResponseParts> = {}) {
  const { url, jar } = await start()
  return post(provider.respond(url, account, changes), jar)
}

function expectRefusal(answer: Awaited<ReturnType<typeof post>>, reason = 'failed', page = handleOf(tenant)) {
  expect(answer.location).toBe(`/login/${page}?error=${reason}`)
  expect(answer.jar[SESSION_COOKIE]).toBeUndefined()
}

const getEvents = (type: typeof events.$inferSelect.type) =>
  read(tenant.ctx, (reader) => reader.select().from(events).where(eq(events.type, type)))

describe('signing in through the SAML provider of the tenant', () => {
  it('sends a request and the metadata of this service', async () => {
    const { url } = await start()
    expect(url.href).toMatch(`${provider.ssoUrl}?SAMLRequest=`)
    const response = await askNextAuth(`metadata/${handleOf(tenant)}`)
    expect(response.headers.get('content-type')).toBe('application/samlmetadata+xml')
    expect((await askNextAuth('metadata/unknown')).status).toBe(404)
    expect((await askNextAuth(`signin/${handleOf(tenant)}`)).status).toBe(405)
  })

  it('links the user with the address, and finds the link again', async () => {
    const first = await signIn('member')
    expect(first.location).toBe('/documents')
    expect(await findSessionUser(first.jar)).toMatchObject({ id: member.user.id })
    provider.accounts.member!.attributes = { email: 'renamed@example.com' }
    expect(await findSessionUser((await signIn('member')).jar)).toMatchObject({ id: member.user.id })
    delete provider.accounts.member!.attributes
    expect((await getEvents('user.identity_linked')).map(({ data }) => data)).toEqual([
      { user_id: member.user.id, issuer: provider.entityId, subject: member.user.email },
    ])
    expect((await getEvents('user.signed_in')).map(({ data }) => data)).toEqual(
      Array(2).fill({ session: 'dashboard', method: 'saml', issuer: provider.entityId }),
    )
  })

  it('accepts a response that is signed as well', async () => {
    const { jar } = await signIn('member', { signed: ['Assertion', 'Response'] })
    expect(await findSessionUser(jar)).toMatchObject({ id: member.user.id })
  })

  it('accepts a minute of difference between the clocks', async () => {
    const { jar } = await signIn('member', { notOnOrAfter: minutes(-0.5) })
    expect(await findSessionUser(jar)).toMatchObject({ id: member.user.id })
    expectRefusal(await signIn('member', { notOnOrAfter: minutes(-1.5) }))
  })

  it('refuses other domains, people without a user, and those without an address or a lasting identifier', async () => {
    expectRefusal(await signIn('outsider'), 'domain_not_allowed')
    expectRefusal(await signIn('stranger'), 'unknown_user')
    expectRefusal(await signIn('transient'), 'incomplete_identity')
    expectRefusal(await signIn('nameless'), 'incomplete_identity')
    await flushReads()
    const refused = (await getEvents('tenant.sign_in_refused')).map(({ data }) => data)
    expect(refused).toContainEqual({
      issuer: provider.entityId,
      reason: 'domain_not_allowed',
      email: 'g***@elsewhere.example',
    })
  })

  it('creates users where the tenant says so, with the attributes that it names', async () => {
    await configure(tenant, { create_users: true, default_role: 'viewer' })
    const created = await findSessionUser((await signIn('stranger')).jar)
    expect(created).toMatchObject({ name: 'Grace Hopper', email: 'grace@example.com', role: 'viewer' })
    provider.accounts.named = {
      nameId: 'katherine',
      format: '2.0:nameid-format:persistent',
      attributes: {
        address: 'katherine@example.com',
        email: 'other@example.com',
        label: 'Katherine Johnson',
      },
    }
    await configure(tenant, { email_attribute: 'address', name_attribute: 'label' })
    expect(await findSessionUser((await signIn('named')).jar)).toMatchObject({
      name: 'Katherine Johnson',
      email: 'katherine@example.com',
    })
    await configure(tenant, { create_users: false, email_attribute: null, name_attribute: null })
  })

  it.each([
    ['of a domain', 'CORP\\jürgen', '1.1:nameid-format:unspecified'],
    ['in another script', 'мария', '1.1:nameid-format:unspecified'],
    ['of 256 characters', 'ü'.repeat(256), '2.0:nameid-format:persistent'],
  ])('links the name identifier %s', async (_, nameId, format) => {
    const named = await tenant.addMember('user')
    provider.accounts.letters = {
      nameId,
      format,
      // As the predefined mapper of Keycloak.
      attributes: { 'urn:oid:1.2.840.113549.1.9.1': named.user.email },
    }
    expect(await findSessionUser((await signIn('letters')).jar)).toMatchObject({ id: named.user.id })
    provider.accounts.letters.attributes = { mail: 'renamed@example.com' }
    expect(await findSessionUser((await signIn('letters')).jar)).toMatchObject({ id: named.user.id })
  })

  it.each(['a&#10;b', 'ü'.repeat(513)])('refuses the name identifier %j', async (nameId) => {
    provider.accounts.letters = { nameId, attributes: { mail: member.user.email } }
    expectRefusal(await signIn('letters'), 'incomplete_identity')
  })

  it('links an administrator only after the password', async () => {
    const answer = await signIn('admin')
    expect(answer.location).toBe('/login?error=link_needs_password')
    const csrf = await askNextAuth('csrf', { cookies: answer.jar })
    const form = { csrfToken: String(csrf.body.csrfToken), email: tenant.user.email, password, json: 'true' }
    await askNextAuth('callback/credentials', { cookies: csrf.jar, form })
    expect(await findSessionUser((await signIn('admin')).jar)).toMatchObject({ id: tenant.user.id })
  })

  it('unlinks a user who becomes an administrator', async () => {
    const promoted = await tenant.addMember('user')
    provider.accounts.promoted = { nameId: promoted.user.email }
    const { jar } = await signIn('promoted')
    await updateUser(tenant.ctx, promoted.user.id, { role: 'tenant_admin' })
    expect(await findSessionUser(jar)).toBeNull()
    expect((await signIn('promoted')).location).toBe('/login?error=link_needs_password')
  })

  it('asks for the second factor, unless the tenant trusts that of the provider', async () => {
    const guarded = await tenant.addMember('user')
    provider.accounts.guarded = { nameId: guarded.user.email }
    const { secret } = await addTotp(guarded)
    const answer = await signIn('guarded')
    expect(answer.location).toBe('/login/second-factor')
    const challenge = answer.jar['paraph-challenge']!
    const csrf = await askNextAuth('csrf', { cookies: answer.jar })
    const form = {
      csrfToken: String(csrf.body.csrfToken),
      challenge,
      code: generateCode(secret),
      json: 'true',
    }
    await askNextAuth('callback/second-factor', { cookies: csrf.jar, form })
    const signIns = (await getEvents('user.signed_in')).map(({ data }) => data)
    expect(signIns).toContainEqual(expect.objectContaining({ method: 'saml', second_factor: 'totp' }))

    provider.accounts.guarded.context = 'https://refeds.org/profile/mfa'
    expect((await signIn('guarded')).location).toBe('/login/second-factor')
    await configure(tenant, { trusts_second_factor: true })
    expect((await signIn('guarded')).location).toBe('/documents')
    await configure(tenant, { trusts_second_factor: false })
  })

  it('can be required', async () => {
    await configure(tenant, { enforced: true })
    const { status } = await call(login, { body: { email: member.user.email, password } })
    expect(status).toBe(403)
    await configure(tenant, { enforced: false })
  })
})

describe('the session', () => {
  const withEnd = (...ends: Date[]): Partial<ResponseParts> => ({
    edit: (xml) =>
      xml.replace(/<saml:AuthnStatement( .*<\/saml:AuthnStatement>)/, (_, rest) =>
        ends.map((end) => `<saml:AuthnStatement SessionNotOnOrAfter="${end.toISOString()}"${rest}`).join(''),
      ),
  })

  it('ends when the provider says so, by the earliest statement', async () => {
    const { jar } = await signIn('member', withEnd(minutes(90), minutes(60)))
    expect(await findSessionUser(jar)).toMatchObject({ id: member.user.id })
    moveClock(3_601_000)
    expect(await findSessionUser(jar)).toBeNull()
    moveClock(-3_601_000)
  })

  it('ends then also after a second factor here', async () => {
    const guarded = await tenant.addMember('user')
    provider.accounts.guarded = { nameId: guarded.user.email }
    const { secret } = await addTotp(guarded)
    const answer = await signIn('guarded', withEnd(minutes(60)))
    const csrf = await askNextAuth('csrf', { cookies: answer.jar })
    const form = {
      csrfToken: String(csrf.body.csrfToken),
      challenge: answer.jar['paraph-challenge']!,
      code: generateCode(secret),
      json: 'true',
    }
    const { jar } = await askNextAuth('callback/second-factor', { cookies: csrf.jar, form })
    expect(await findSessionUser(jar)).toMatchObject({ id: guarded.user.id })
    moveClock(3_601_000)
    expect(await findSessionUser(jar)).toBeNull()
    moveClock(-3_601_000)
  })

  it('has at most 14 days', async () => {
    const { jar } = await signIn('member', withEnd(minutes(60 * 24 * 30)))
    moveClock(86_400_000 * 14 + 1000)
    expect(await findSessionUser(jar)).toBeNull()
    moveClock(-86_400_000 * 14 - 1000)
  })

  it('is refused where it has ended already', async () => {
    expectRefusal(await signIn('member', withEnd(minutes(-0.1))), 'session_ended')
    expectRefusal(await signIn('member', withEnd(minutes(60), minutes(-0.1))), 'session_ended')
    const noTime: Partial<ResponseParts> = {
      edit: (xml) => xml.replace('<saml:AuthnStatement', '<saml:AuthnStatement SessionNotOnOrAfter="later"'),
    }
    expectRefusal(await signIn('member', noTime))
  })
})

it('refuses an answer that other settings of the provider have verified', async () => {
  const { url, jar } = await start()
  const form = { SAMLResponse: provider.respond(url, 'member') }
  const posted = await askNextAuth(`callback/${handleOf(tenant)}`, { form, headers: crossSite })
  const later = { ...tenant.ctx, now: addSeconds(tenant.ctx.now, 1) }
  await setSso(later, { name_attribute: 'cn' })
  expectRefusal(await comeBack({ ...jar, ...posted.jar }), 'provider_changed')
  await setSso(later, { name_attribute: null })
})

it('each tab answers the sign-in that it has begun, in whichever order', async () => {
  const first = await start()
  const second = await startProviderSignIn(handleOf(tenant), first.jar)
  const answered = await post(provider.respond(first.url, 'member'), second.jar)
  expect(await findSessionUser(answered.jar)).toMatchObject({ id: member.user.id })
  const { jar } = await post(provider.respond(second.url, 'member'), second.jar)
  expect(await findSessionUser(jar)).toMatchObject({ id: member.user.id })
  // In a process of the version before, too, and one that has begun there.
  const headers = new Headers({ cookie: `${REQUEST_COOKIE}=${second.jar[REQUEST_COOKIE]}` })
  const { requestId } = parseRequest(second.url)
  expect(readEncryptedCookie(headers, REQUEST_COOKIE, 900, new Date())).toMatchObject({ requestId })
  const third = await start()
  const earlier = { requestId: parseRequest(third.url).requestId }
  const [, cookie] = encryptedCookie(REQUEST_COOKIE, earlier, '/', 900, new Date()).split(/[=;]/)
  const last = await post(provider.respond(third.url, 'member'), { [REQUEST_COOKIE]: cookie! })
  expect(await findSessionUser(last.jar)).toMatchObject({ id: member.user.id })
  // Only the last ones count.
  const oldest = await start()
  let newest = oldest
  for (let count = 0; count < 5; count++) newest = await startProviderSignIn(handleOf(tenant), newest.jar)
  expectRefusal(await post(provider.respond(oldest.url, 'member'), newest.jar))
})

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

describe('a response is refused', () => {
  const refused: [string, Partial<ResponseParts>][] = [
    ['without a signature', { signed: [] }],
    ['whose assertion is not signed', { signed: ['Response'] }],
    ['signed with SHA-1', { algorithm: 'sha1' }],
    ['for another audience', { audience: 'https://sign.example.com' }],
    [
      'without an audience',
      { edit: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
    ],
    ['without conditions', { edit: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') }],
    ['of another provider', { issuer: 'https://login.example.com' }],
    ['for another recipient', { recipient: 'https://sign.example.com/api/auth/callback/0123456789abcdef' }],
    ['that has expired', { notOnOrAfter: minutes(-2) }],
    ['that is not valid yet', { notBefore: minutes(2) }],
    ['to no request', { inResponseTo: '', confirmedRequest: '' }],
    ['to an unknown request', { inResponseTo: '_unknown', confirmedRequest: '_unknown' }],
    ['whose assertion names no request', { confirmedRequest: '' }],
    ['whose assertion names another request', { confirmedRequest: '_unknown' }],
    [
      'with a document type',
      {
        edit: (xml) =>
          `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]>${xml.replace('</saml:NameID>', '&x;</saml:NameID>')}`,
      },
    ],
    [
      'with a comment in the name',
      {
        edit: (xml) =>
          xml.replace('@example.com</saml:NameID>', '@example.com<!-- -->.evil.example</saml:NameID>'),
      },
    ],
    [
      'without a confirmation',
      { edit: (xml) => xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '') },
    ],
    ['confirmed by a key', { edit: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }],
    ['with two subjects', { edit: (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, '$&$&') }],
    [
      'with an encrypted assertion',
      {
        signed: [],
        edit: (xml) =>
          xml.replace(
            /<saml:Assertion .*<\/saml:Assertion>/,
            `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>`,
          ),
      },
    ],
    [
      'of a failure',
      {
        signed: [],
        edit: (xml) =>
          xml
            .replace('status:Success', 'status:Responder')
            .replace(/<saml:Assertion .*<\/saml:Assertion>/, ''),
      },
    ],
  ]
  it.each(refused)('%s', async (_, changes) => {
    expectRefusal(await signIn('member', changes))
  })

  it('that another key has signed', async () => {
    const twin = await openSamlProvider(provider.accounts)
    const { url, jar } = await start()
    expectRefusal(await post(twin.respond(url, 'member', { issuer: provider.entityId }), jar))
    await twin.close()
  })

  it('that was changed after signing, or is no response', async () => {
    const { url, jar } = await start()
    const xml = Buffer.from(provider.respond(url, 'member'), 'base64').toString()
    const changed = xml.replace(`>${member.user.email}<`, `>${otherMember.user.email}<`)
    expect(changed).not.toBe(xml)
    for (const text of [changed, '<', '', '<Response/>'])
      expectRefusal(await post(Buffer.from(text).toString('base64'), jar))
    const form = { SAMLResponse: 'x'.repeat(600_000) }
    expect((await askNextAuth(`callback/${handleOf(tenant)}`, { form, headers: crossSite })).status).toBe(400)
    // The request still waits for the true one.
    expect((await post(Buffer.from(xml).toString('base64'), jar)).location).toBe('/documents')
  })

  it('that is used twice, also at the same time', async () => {
    const { url, jar } = await start()
    const response = provider.respond(url, 'member')
    const posted = await askNextAuth(`callback/${handleOf(tenant)}`, {
      form: { SAMLResponse: response },
      headers: crossSite,
    })
    const answers = await Promise.all([1, 2, 3].map(() => comeBack({ ...jar, ...posted.jar })))
    expect(answers.filter(({ location }) => location === '/documents')).toHaveLength(1)
    expectRefusal(await post(response, jar))
  })

  it('whose assertion has signed somebody in before', async () => {
    await signIn('member', { assertionId: '_once' })
    expectRefusal(await signIn('member', { assertionId: '_once' }))
  })

  it('whose request belongs to another response', async () => {
    const [first, second] = [await start(), await start()]
    const response = provider.respond(first.url, 'member')
    const { requestId } = parseRequest(second.url)
    const xml = Buffer.from(response, 'base64').toString()
    const other = xml.replace(/InResponseTo="[^"]+"/, `InResponseTo="${requestId}"`)
    expectRefusal(await post(Buffer.from(other).toString('base64'), second.jar))
  })

  it('in a browser that has not begun the sign-in', async () => {
    const { url } = await start()
    expectRefusal(await post(provider.respond(url, 'member'), {}))
    const [own, foreign] = [await start(), await start()]
    expectRefusal(await post(provider.respond(foreign.url, 'member'), own.jar))
  })

  it('with more than is read, and the person learns why', async () => {
    const withGroups = (count: number, name: string): Partial<ResponseParts> => ({
      edit: (xml) => {
        const values = Array.from({ length: count }, (_, index) => `${name}${index}`)
        const groups = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')
        return xml.replace(
          '<saml:AttributeStatement>',
          `<saml:AttributeStatement><saml:Attribute Name="groups">${groups}</saml:Attribute>`,
        )
      },
    })
    expect((await signIn('member', withGroups(400, 'group'))).location).toBe('/documents')
    expectRefusal(await signIn('member', withGroups(500, 'group')), 'response_too_large')
    expectRefusal(await signIn('member', withGroups(300, 'n'.repeat(300))), 'response_too_large')
  })

  it('after a quarter of an hour', async () => {
    const { url, jar } = await start()
    const response = provider.respond(url, 'member', { notOnOrAfter: minutes(60) })
    moveClock(901_000)
    expectRefusal(await post(response, jar))
    moveClock(-901_000)
  })

  it('at the callback of another tenant with the same provider', async () => {
    const otherTenant = await makeTenant()
    await configure(otherTenant)
    const { url, jar } = await start()
    expectRefusal(
      await post(provider.respond(url, 'member'), jar, handleOf(otherTenant)),
      'failed',
      handleOf(otherTenant),
    )
    expect(metadataUrl(handleOf(otherTenant))).not.toBe(metadataUrl(handleOf(tenant)))
    await removeSso(otherTenant.ctx)
  })
})
