import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { userIdentities } from '#db/schema/identity-sign-in'
import { read, write } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { viewChallenge } from '#lib/identity/factors/view-challenge'
import { hashPassword } from '#lib/identity/passwords/password'
import { callbackUrl, getProviderHandle } from '#lib/identity/sso/links'
import { removeSso } from '#lib/identity/sso/remove-sso'
import type { SsoChange } from '#lib/identity/sso/schema'
import { setSso } from '#lib/identity/sso/set-sso'
import { setOperator } from '#lib/identity/users/operator'
import { updateUser } from '#lib/identity/users/update-user'
import { watchEmails } from '#lib/testing/records/mailbox'
import { type LocalProvider, openOidcProvider, signInAtProvider } from '#lib/testing/servers/oidc-provider'
import { askNextAuth } from '#lib/testing/service/ask'
import { call } from '#lib/testing/service/call'
import { addTotp, enterPassword, generateCode } from '#lib/testing/users/factors'
import {
  findSessionUser,
  finishProviderSignIn,
  SESSION_COOKIE,
  signInThrough,
  startProviderSignIn,
} from '#lib/testing/users/provider-sign-in'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as totpRoute from '../../app/api/v1/user/totp/route.ts'

const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant
let member: Member
let provider: LocalProvider

beforeAll(() => {
  env().oidcAllowedHosts.push('127.0.0.1')
})
beforeEach(async () => {
  tenant = await makeTenant({ passwordHash })
  member = await tenant.addMember('user', passwordHash)
  const accounts = {
    member: { email: member.user.email, email_verified: true },
    admin: { email: tenant.user.email, email_verified: true },
  }
  provider = await openOidcProvider([callbackUrl(getProviderHandle(tenant.tenantId))], accounts)
  await configure()
})
afterEach(() => provider.close())

function configure(change: SsoChange = {}) {
  const { issuer, clientId: client_id, clientSecret: client_secret } = provider
  return setSso(tenant.ctx, { issuer, client_id, client_secret, domains: ['example.com'], ...change })
}

const handle = () => getProviderHandle(tenant.tenantId)

/** Sends a form of the login page. */
async function submit(action: string, fields: Record<string, string>, cookies: Record<string, string>) {
  const csrf = await askNextAuth('csrf', { cookies })
  const form = { csrfToken: String(csrf.body.csrfToken), json: 'true', ...fields }
  return askNextAuth(`callback/${action}`, { cookies: csrf.jar, form })
}
const submitPassword = (person: Member, cookies: Record<string, string>) =>
  submit('credentials', { email: person.user.email, password }, cookies)

const signInsOf = async (person: Member) => {
  const events = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { user: person.user.id }))
  return events.filter(({ type }) => type === 'user.signed_in').map(({ data }) => data)
}

const getLinks = (person: Member) =>
  read(tenant.ctx, (reader) =>
    reader.select().from(userIdentities).where(eq(userIdentities.userId, person.user.id)),
  )

describe('a user with a second factor', () => {
  it('is asked for it after the provider, and is not signed in before', async () => {
    const { secret } = await addTotp(member)
    const answer = await signInThrough(handle(), 'member')
    expect(answer.location).toBe('/login/second-factor')
    expect(answer.jar[SESSION_COOKIE]).toBeUndefined()
    const challenge = answer.jar['paraph-challenge']!
    expect(await viewChallenge(challenge, now())).toMatchObject({
      challenge,
      methods: ['totp', 'recovery_code'],
    })
    const wrong = await submit('second-factor', { challenge, code: generateCode(secret, 40) }, answer.jar)
    expect(wrong.jar[SESSION_COOKIE]).toBeUndefined()
    const right = await submit('second-factor', { challenge, code: generateCode(secret) }, answer.jar)
    expect(await findSessionUser(right.jar)).toMatchObject({ id: member.user.id })
    expect((await signInsOf(member)).at(-1)).toEqual({
      session: 'dashboard',
      method: 'oidc',
      issuer: provider.issuer,
      second_factor: 'totp',
    })
    expect(await viewChallenge(challenge, now())).toBeNull()
  })

  it('has five minutes for it', async () => {
    await addTotp(member)
    const challenge = (await signInThrough(handle(), 'member')).jar['paraph-challenge']!
    moveClock(301_000)
    expect(await viewChallenge(challenge, now())).toBeNull()
    moveClock(-301_000)
    expect(await viewChallenge('unknown', now())).toBeNull()
  })

  it.each([
    [{ amr: ['pwd', 'mfa'] }, true, true],
    [{ acr: 'phr' }, true, true],
    [{ amr: ['pwd', 'mfa'] }, false, false],
    [{ amr: ['pwd'] }, true, false],
    [{}, true, false],
  ])(
    'is signed in by %j where the tenant trusts the provider (%j): %j',
    async (claims, trusts, isSignedIn) => {
      await addTotp(member)
      await configure({ trusts_second_factor: trusts })
      Object.assign(provider.accounts.member!, claims)
      const answer = await signInThrough(handle(), 'member')
      expect(answer.jar[SESSION_COOKIE] !== undefined).toBe(isSignedIn)
      expect(answer.location).toBe(isSignedIn ? '/documents' : '/login/second-factor')
    },
  )
})

it('a user without a password may change factors after proving one at a trusted provider', async () => {
  const guest = await tenant.addMember('user')
  await addTotp(guest)
  await configure({ trusts_second_factor: true })
  provider.accounts.guest = { email: guest.user.email, email_verified: true, amr: ['mfa'] }
  const { jar } = await signInThrough(handle(), 'guest')
  const headers = { cookie: `${SESSION_COOKIE}=${jar[SESSION_COOKIE]}`, 'sec-fetch-site': 'same-origin' }
  const change = () => call(totpRoute.DELETE, { method: 'DELETE', headers })
  moveClock(16 * 60_000)
  expect((await change()).body.error.code).toBe('reauthentication_required')
  moveClock(-16 * 60_000)
  expect((await change()).status).toBe(204)
})

it('a user who becomes an administrator loses the link, and the sessions that it may have opened', async () => {
  const { jar } = await signInThrough(handle(), 'member')
  await updateUser(tenant.ctx, member.user.id, { role: 'tenant_admin' })
  expect([await getLinks(member), await findSessionUser(jar)]).toEqual([[], null])
  expect((await signInThrough(handle(), 'member')).location).toBe('/login?error=link_needs_password')
})

describe('an administrator', () => {
  it('is linked to an account at the provider only after the password', async () => {
    const first = await signInThrough(handle(), 'admin')
    expect(first.location).toBe('/login?error=link_needs_password')
    expect([first.jar[SESSION_COOKIE], await getLinks(tenant)]).toEqual([undefined, []])
    const signedIn = await submitPassword(tenant, first.jar)
    expect(await findSessionUser(signedIn.jar)).toMatchObject({ id: tenant.user.id })
    expect(await getLinks(tenant)).toMatchObject([{ subject: 'admin' }])
    expect(signedIn.jar['paraph-provider-link']).toBeUndefined()
    expect((await signInThrough(handle(), 'admin')).location).toBe('/documents')
  })

  it('is linked only after the second factor, too', async () => {
    const { secret } = await addTotp(tenant)
    const first = await signInThrough(handle(), 'admin')
    const afterPassword = await submitPassword(tenant, first.jar)
    expect(await getLinks(tenant)).toEqual([])
    const { challenge } = (await enterPassword(tenant.user.email, password)).body.error
    await submit('second-factor', { challenge, code: generateCode(secret) }, afterPassword.jar)
    expect(await getLinks(tenant)).toHaveLength(1)
    expect((await signInThrough(handle(), 'admin')).location).toBe('/login/second-factor')
  })

  it('is not linked by the password of another user, by a changed cookie, or ten minutes later', async () => {
    const { jar } = await signInThrough(handle(), 'admin')
    await submitPassword(member, jar)
    await submitPassword(tenant, { ...jar, 'paraph-provider-link': 'AAAA' })
    moveClock(601_000)
    await submitPassword(tenant, jar)
    moveClock(-601_000)
    expect([await getLinks(tenant), await getLinks(member)]).toEqual([[], []])
  })

  it('is not linked by the second factor alone', async () => {
    await submitPassword(tenant, (await signInThrough(handle(), 'admin')).jar)
    const { secret } = await addTotp(tenant)
    const challenge = (await signInThrough(handle(), 'admin')).jar['paraph-challenge']!
    const next = await openOidcProvider([callbackUrl(handle())], {
      mine: { email: tenant.user.email, email_verified: true },
    })
    await configure({ issuer: next.issuer })
    const { url, jar } = await startProviderSignIn(handle())
    const waiting = await finishProviderSignIn(await signInAtProvider(url.href, 'mine'), jar)
    const answer = await submit('second-factor', { challenge, code: generateCode(secret) }, waiting.jar)
    expect(await findSessionUser(answer.jar)).toMatchObject({ id: tenant.user.id })
    expect((await getLinks(tenant)).map(({ subject }) => subject)).toEqual(['admin'])
    await next.close()
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the provider was removed', () => removeSso(tenant.ctx)],
    [
      'the address has changed',
      () =>
        write(tenant.ctx, (tx) =>
          tx.update(users).set({ email: 'new@example.com' }).where(eq(users.id, tenant.user.id)),
        ),
    ],
    [
      'the account has another user',
      () =>
        write(tenant.ctx, async (tx) => {
          const account = { source: 'tenant' as const, issuer: provider.issuer, subject: 'admin' }
          const { tenantId } = tenant
          await tx
            .insert(userIdentities)
            .values({ tenantId, userId: member.user.id, ...account, createdAt: now() })
        }),
    ],
  ])('is not linked when meanwhile %s', async (_, change) => {
    const { jar } = await signInThrough(handle(), 'admin')
    await change()
    const [{ email } = { email: '' }] = await read(tenant.ctx, (reader) =>
      reader.select().from(users).where(eq(users.id, tenant.user.id)),
    )
    const answer = await submit('credentials', { email: email ?? '', password }, jar)
    expect(await findSessionUser(answer.jar)).toMatchObject({ id: tenant.user.id })
    expect(await getLinks(tenant)).toEqual([])
  })

  it('is not taken over by another administrator who changes the provider', async () => {
    const rogue = await openOidcProvider([callbackUrl(handle())], {
      mine: { email: tenant.user.email, email_verified: true },
    })
    await configure({ issuer: rogue.issuer, trusts_second_factor: true })
    const { url, jar } = await startProviderSignIn(handle())
    const answer = await finishProviderSignIn(await signInAtProvider(url.href, 'mine'), jar)
    expect(answer.location).toBe('/login?error=link_needs_password')
    await rogue.close()
  })
})

describe('an administrator of the installation', () => {
  const appoint = (person: Member) =>
    write(tenant.ctx, (tx) => setOperator(tx, tenant.ctx, person.user.id, true))
  const isOperator = async ({ user }: Member) => {
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select({ operator: users.operator }).from(users).where(eq(users.id, user.id)),
    )
    return row!.operator
  }
  beforeEach(async () => {
    await configure({ trusts_second_factor: true, enforced: true })
    provider.accounts.member!.amr = ['mfa']
  })

  it('is linked only after the password, and proves the own second factor though the provider is trusted', async () => {
    await appoint(member)
    const { secret } = await addTotp(member)
    const first = await signInThrough(handle(), 'member')
    expect(first.location).toBe('/login?error=link_needs_password')
    expect([first.jar[SESSION_COOKIE], await getLinks(member)]).toEqual([undefined, []])
    const afterPassword = await submitPassword(member, first.jar)
    const { challenge } = (await enterPassword(member.user.email, password)).body.error
    await submit('second-factor', { challenge, code: generateCode(secret) }, afterPassword.jar)
    expect(await getLinks(member)).toHaveLength(1)
    const second = await signInThrough(handle(), 'member')
    expect([second.location, second.jar[SESSION_COOKIE]]).toEqual(['/login/second-factor', undefined])
  })

  it('does not sign in through the provider of the organisation without a second factor', async () => {
    await appoint(member)
    await submitPassword(member, (await signInThrough(handle(), 'member')).jar)
    expect(await getLinks(member)).toHaveLength(1)
    const { location, jar } = await signInThrough(handle(), 'member')
    expect([location, jar[SESSION_COOKIE]]).toEqual(['/login?error=operator_needs_factor', undefined])
  })

  it('has no link, session or pending address from before', async () => {
    const { jar } = await signInThrough(handle(), 'member')
    await updateUser(tenant.ctx, member.user.id, { email: 'intruder@example.com' })
    await appoint(member)
    const pending = await read(tenant.ctx, (reader) =>
      reader
        .select({ email: users.pendingEmail, hash: users.addressHash })
        .from(users)
        .where(eq(users.id, member.user.id)),
    )
    expect([await getLinks(member), await findSessionUser(jar), pending]).toEqual([
      [],
      null,
      [{ email: null, hash: null }],
    ])
  })

  it('is one no longer once somebody else changes the address', async () => {
    await appoint(tenant)
    await updateUser(tenant.ctx, tenant.user.id, { email: 'own@example.com' })
    expect(await isOperator(tenant)).toBe(true)
    const key = await tenant.addKey({ scopes: ['users', 'admins'] })
    await updateUser(key.ctx, tenant.user.id, { email: 'key@example.com' })
    expect(await isOperator(tenant)).toBe(false)
    await appoint(member)
    await updateUser(tenant.ctx, member.user.id, { email: member.user.email, name: 'Ada' })
    expect(await isOperator(member)).toBe(true)
    await updateUser(tenant.ctx, member.user.id, { email: 'other@example.com' })
    expect(await isOperator(member)).toBe(false)
  })
})

it('a linked account is reported to the user and to the administrators', async () => {
  const newEmails = watchEmails(tenant)
  await newEmails()
  await signInThrough(handle(), 'member')
  const emails = await newEmails()
  expect(emails.map(({ to }) => to)).toEqual([member.user.email, tenant.user.email])
  for (const { text } of emails) expect(text).toContain(new URL(provider.issuer).port)
})
