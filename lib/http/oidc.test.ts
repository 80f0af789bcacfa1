import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import { ssoProviders, userIdentities } from '#db/schema/identity-sign-in'
import { read, write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { hashPassword } from '#lib/identity/passwords/password'
import { addUser, patchUser, removeUser } from '#lib/identity/scim/users'
import { callbackUrl, getProviderHandle, INSTALLATION_ID } from '#lib/identity/sso/links'
import { removeSso } from '#lib/identity/sso/remove-sso'
import type { SsoChange } from '#lib/identity/sso/schema'
import { setSso } from '#lib/identity/sso/set-sso'
import { createUser } from '#lib/identity/users/create-user'
import { deleteUser } from '#lib/identity/users/delete-user'
import { updateUser } from '#lib/identity/users/update-user'
import { resumeTenant, suspendTenant } from '#lib/operator/change-tenant'
import { unlinkProviders } from '#lib/operator/users'
import { requestErasure } from '#lib/privacy/request'
import { runRequest } from '#lib/privacy/run'
import { type LocalProvider, openOidcProvider, signInAtProvider } from '#lib/testing/servers/oidc-provider'
import { askNextAuth } from '#lib/testing/service/ask'
import { call } from '#lib/testing/service/call'
import {
  findSessionUser,
  finishProviderSignIn,
  SESSION_COOKIE,
  signInThrough,
  startProviderSignIn,
} from '#lib/testing/users/provider-sign-in'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as login } from '../../app/api/v1/auth/login/route.ts'
import { POST as logout } from '../../app/api/v1/auth/logout/route.ts'

const password = 'tangerine orbit 41'
const STATE_COOKIE = 'next-auth.state'
const NONCE_COOKIE = 'next-auth.nonce'

let tenant: TestTenant
let member: Member
let otherTenant: TestTenant
let otherMember: Member
let provider: LocalProvider

beforeAll(async () => {
  env().oidcAllowedHosts.push('127.0.0.1', 'localhost')
  tenant = await makeTenant()
  member = await tenant.addMember('user', await hashPassword(password))
  otherTenant = await makeTenant()
  otherMember = await otherTenant.addMember('user')
  const ids = [getProviderHandle(tenant.tenantId), getProviderHandle(otherTenant.tenantId), INSTALLATION_ID]
  provider = await openOidcProvider(ids.map(callbackUrl), {
    member: { name: 'Ada Member', email: member.user.email.toUpperCase(), email_verified: true },
    unverified: { email: member.user.email, email_verified: false },
    silent: { email: member.user.email },
    stranger: { name: 'Grace Hopper', email: 'grace@example.com', email_verified: true },
    outsider: { email: 'grace@elsewhere.example', email_verified: true },
    foreign: { email: otherMember.user.email, email_verified: true },
    admin: { email: tenant.user.email, email_verified: true },
  })
  await configure(tenant)
})
afterEach(() => {
  env().oidc = null
})
afterAll(() => provider.close())

function configure(tenant: TestTenant, change: SsoChange = {}) {
  const { issuer, clientId: client_id, clientSecret: client_secret } = provider
  return setSso(tenant.ctx, { issuer, client_id, client_secret, domains: ['example.com'], ...change })
}

const start = (id = getProviderHandle(tenant.tenantId)) => startProviderSignIn(id)
const finish = finishProviderSignIn
const signIn = (account: string, id = getProviderHandle(tenant.tenantId)) => signInThrough(id, account)
const getEvents = (tenant: TestTenant, type: typeof events.$inferSelect.type) =>
  read(tenant.ctx, (reader) => reader.select().from(events).where(eq(events.type, type)))

async function listen(handle: RequestListener) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** An ID token whose signature needs the keys of the issuer to be refused. */
function unsignedToken(iss: string, nonce: string | null): string {
  const seconds = Math.floor(Date.now() / 1000)
  const payload = { iss, aud: 'paraph', sub: 'member', nonce, iat: seconds, exp: seconds + 60 }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'RS256' })}.${encode(payload)}.AAAA`
}

/** The sign-in was refused with this reason and left no session. */
function expectRefusal(
  answer: Awaited<ReturnType<typeof finish>>,
  reason: string,
  page = getProviderHandle(tenant.tenantId),
) {
  expect(answer.location).toBe(`/login/${page}?error=${reason}`)
  expect(answer.jar[SESSION_COOKIE]).toBeUndefined()
}

describe('signing in through the provider of the tenant', () => {
  it('asks for a code with PKCE, state and nonce', async () => {
    const { url } = await start()
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'paraph',
      scope: 'openid email profile',
      response_type: 'code',
      redirect_uri: callbackUrl(getProviderHandle(tenant.tenantId)),
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
      code_challenge: expect.stringMatching(/.{40}/),
      code_challenge_method: 'S256',
    })
  })

  it('links the user with the verified email, and finds the link again', async () => {
    const first = await signIn('member')
    expect(first.location).toBe('/documents')
    expect(await findSessionUser(first.jar)).toMatchObject({ id: member.user.id, name: member.user.name })
    // The email no longer matters.
    const { email } = provider.accounts.member!
    provider.accounts.member!.email = 'renamed@example.com'
    expect(await findSessionUser((await signIn('member')).jar)).toMatchObject({ id: member.user.id })
    provider.accounts.member!.email = email!
    const linked = await getEvents(tenant, 'user.identity_linked')
    expect(linked.map(({ data }) => data)).toEqual([
      { user_id: member.user.id, issuer: provider.issuer, subject: 'member' },
    ])
    const signedIn = await getEvents(tenant, 'user.signed_in')
    expect(signedIn.map(({ data }) => data)).toEqual(
      Array(2).fill({ session: 'dashboard', method: 'oidc', issuer: provider.issuer }),
    )
  })

  it('reads the email from the ID token, too', async () => {
    const accounts = { 'in-token': { email: tenant.user.email, email_verified: true } }
    const ownProvider = await openOidcProvider(
      [callbackUrl(getProviderHandle(otherTenant.tenantId))],
      accounts,
      {
        conformIdTokenClaims: false,
      },
    )
    accounts['in-token'].email = otherMember.user.email
    await configure(otherTenant, { issuer: ownProvider.issuer })
    const { jar } = await signIn('in-token', getProviderHandle(otherTenant.tenantId))
    expect(await findSessionUser(jar)).toMatchObject({ id: otherMember.user.id })
    await removeSso(otherTenant.ctx)
    await ownProvider.close()
  })

  describe('with some claims in the ID token and others at the UserInfo endpoint', () => {
    type Claims = Record<string, unknown>
    /** An error: the endpoint fails. */
    const claimsOf: Record<string, { token?: Claims; userInfo?: Claims | Error }> = {}
    let ownProvider: LocalProvider
    let id: string

    beforeAll(async () => {
      id = getProviderHandle(otherTenant.tenantId)
      ownProvider = await openOidcProvider(
        [callbackUrl(id)],
        {},
        {
          conformIdTokenClaims: false,
          claims: {
            openid: ['sub'],
            email: ['email', 'email_verified'],
            profile: ['name', 'given_name', 'family_name'],
          },
          findAccount: (_, sub) => ({
            accountId: sub,
            claims: async (use) => {
              const claims = use === 'id_token' ? claimsOf[sub]?.token : claimsOf[sub]?.userInfo
              if (claims instanceof Error) throw claims
              return { sub, ...claims }
            },
          }),
        },
      )
      await configure(otherTenant, { issuer: ownProvider.issuer, create_users: true })
    })
    afterAll(async () => {
      await removeSso(otherTenant.ctx)
      await ownProvider.close()
    })

    async function signInWith(account: string, claims: { token?: Claims; userInfo?: Claims | Error }) {
      ownProvider.accounts[account] = {}
      claimsOf[account] = claims
      return signIn(account, id)
    }

    it('counts the verification for the same address only', async () => {
      const email = 'thin@example.com'
      const userInfo = { email, email_verified: true }
      // As Okta's authorization server of an organisation.
      const { jar } = await signInWith('thin', { token: { email, name: 'Thin Token' }, userInfo })
      expect(await findSessionUser(jar)).toMatchObject({ email, name: 'Thin Token' })
      const other = { token: { email: 'victim@example.com' }, userInfo }
      expectRefusal(await signInWith('swapped', other), 'email_not_verified', id)
      const denied = { token: { email: 'denied@example.com', email_verified: false }, userInfo }
      expectRefusal(await signInWith('denied', denied), 'email_not_verified', id)
    })

    it('accepts the verification as the text that Apple and Cognito send', async () => {
      const email = 'text@example.com'
      const { jar } = await signInWith('text', { userInfo: { email, email_verified: 'true' } })
      expect(await findSessionUser(jar)).toMatchObject({ email })
      for (const email_verified of ['false', 'True', 'yes', 1])
        expectRefusal(
          await signInWith('untrue', { userInfo: { email: 'untrue@example.com', email_verified } }),
          'email_not_verified',
          id,
        )
    })

    it('takes the name from the UserInfo endpoint, or from its parts', async () => {
      const named = { email: 'named@example.com', email_verified: true }
      const first = await signInWith('named', { token: named, userInfo: { name: 'Ada Named' } })
      expect(await findSessionUser(first.jar)).toMatchObject({ name: 'Ada Named' })
      const parts = {
        email: 'parts@example.com',
        email_verified: true,
        given_name: 'Ada',
        family_name: 'Parts',
      }
      const second = await signInWith('parts', { token: parts })
      expect(await findSessionUser(second.jar)).toMatchObject({ name: 'Ada Parts' })
    })

    it('needs no UserInfo endpoint where only the name is missing', async () => {
      const email = 'nameless@example.com'
      const userInfo = new Error('The endpoint fails.')
      const { jar } = await signInWith('nameless', { token: { email, email_verified: true }, userInfo })
      expect(await findSessionUser(jar)).toMatchObject({ email, name: 'nameless' })
      expectRefusal(await signInWith('unknown', { token: { email }, userInfo }), 'failed', id)
    })
  })

  it('gives a session that ends as others do', async () => {
    const { jar } = await signIn('member')
    const cookie = `${SESSION_COOKIE}=${jar[SESSION_COOKIE]}`
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    expect((await call(logout, { method: 'POST', headers })).status).toBe(200)
    expect(await findSessionUser(jar)).toBeNull()
  })

  it('refuses an email that the provider has not verified', async () => {
    expectRefusal(await signIn('unverified'), 'email_not_verified')
    expectRefusal(await signIn('silent'), 'email_not_verified')
  })

  it('refuses other domains, people without a user, and users of other tenants', async () => {
    expectRefusal(await signIn('outsider'), 'domain_not_allowed')
    expectRefusal(await signIn('stranger'), 'unknown_user')
    expectRefusal(await signIn('foreign'), 'unknown_user')
  })

  it('refuses another account with the email of a linked user', async () => {
    await signIn('member')
    provider.accounts.successor = { email: member.user.email, email_verified: true }
    expectRefusal(await signIn('successor'), 'other_account')
  })

  it('creates users where the tenant says so, with its role', async () => {
    await configure(tenant, { create_users: true, default_role: 'viewer' })
    const { jar } = await signIn('stranger')
    const created = await findSessionUser(jar)
    expect(created).toMatchObject({
      name: 'Grace Hopper',
      email: 'grace@example.com',
      role: 'viewer',
      status: 'active',
    })
    expectRefusal(await signIn('outsider'), 'domain_not_allowed')
    // The email counts as confirmed in this tenant only.
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select().from(users).where(eq(users.email, 'grace@example.com')),
    )
    expect(row!.emailConfirmedAt).toBeNull()

    await deleteUser(tenant.ctx, Number(created!.id))
    expect(await findSessionUser(jar)).toBeNull()
    expectRefusal(await signIn('stranger'), 'unknown_user')
    await configure(tenant, { create_users: false })
  })

  it('creates no user again who was deleted before they had signed in, until somebody invites them', async () => {
    await configure(tenant, { create_users: true })
    const email = 'deleted@example.com'
    provider.accounts[email] = { email, email_verified: true }
    const suspended = 'suspended.first@example.com'
    provider.accounts[suspended] = { email: suspended, email_verified: true }
    const byDirectory = await addUser(tenant.ctx, { userName: suspended, roles: ['viewer'] })
    const setActive = { op: 'replace', value: { active: false } }
    await patchUser(tenant.ctx, byDirectory.id, { Operations: [setActive] })
    await removeUser(tenant.ctx, byDirectory.id)
    expectRefusal(await signIn(suspended), 'unknown_user')

    const invite = () => createUser(tenant.ctx, { name: 'Ada', email, role: 'viewer', send_invitation: true })
    await deleteUser(tenant.ctx, (await invite()).id)
    expectRefusal(await signIn(email), 'unknown_user')
    // In another organisation the address may be new.
    await configure(otherTenant, { create_users: true })
    const { jar } = await signIn(email, getProviderHandle(otherTenant.tenantId))
    expect(await findSessionUser(jar)).toMatchObject({ email })
    await removeSso(otherTenant.ctx)

    const renamed = await invite()
    await updateUser(tenant.ctx, renamed.id, { email: 'renamed.since@example.com' })
    expect(await findSessionUser((await signIn(email)).jar)).toMatchObject({ email, name: 'deleted' })
    await configure(tenant, { create_users: false })
  })

  it('creates no users while the organisation is suspended; the others sign in', async () => {
    await configure(tenant, { create_users: true })
    const email = 'suspension@example.com'
    provider.accounts.created = { email, email_verified: true }
    await suspendTenant(tenant.tenantId)
    expectRefusal(await signIn('created'), 'tenant_suspended')
    expectRefusal(await signIn('outsider'), 'domain_not_allowed')
    expect(await findSessionUser((await signIn('member')).jar)).toMatchObject({ id: member.user.id })
    await resumeTenant(tenant.tenantId)
    expect(await findSessionUser((await signIn('created')).jar)).toMatchObject({ email })
    await configure(tenant, { create_users: false })
  })

  it('creates an erased user no second time, though the account cannot be read any more', async () => {
    await configure(tenant, { create_users: true })
    const email = 'erased@example.com'
    provider.accounts[email] = { email, email_verified: true }
    const erase = async () => {
      const { id } = await requestErasure(tenant.ctx, { email })
      await runRequest({ tenantId: tenant.tenantId, requestId: id })
    }
    const findSubjects = async () =>
      (await read(tenant.ctx, (reader) => reader.select().from(userIdentities)))
        .map(({ subject }) => subject)
        .filter((subject) => /^erased[@:]/.test(subject))
    for (let count = 0; count < 2; count++) {
      const invited = count > 0 && (await addUser(tenant.ctx, { userName: email }))
      const user = await findSessionUser((await signIn(email)).jar)
      expect(await findSubjects()).toEqual([email])
      expect(await findSessionUser((await signIn(email)).jar)).toMatchObject(
        invited ? { id: Number(invited.id) } : { email },
      )
      await deleteUser(tenant.ctx, Number(user!.id))
      await erase()
      expect(await findSubjects()).toEqual([expect.stringMatching(/^erased:[0-9a-f]{64}$/)])
      expectRefusal(await signIn(email), 'unknown_user')
    }
    await configure(tenant, { create_users: false })
  })

  it('creates no user for the address of one whom the directory has suspended', async () => {
    await configure(tenant, { create_users: true })
    const email = 'suspended@example.com'
    provider.accounts.suspended = { email, email_verified: true }
    const { id } = await addUser(tenant.ctx, { userName: email })
    const setActive = (active: boolean) =>
      patchUser(tenant.ctx, id, { Operations: [{ op: 'replace', value: { active } }] })
    await setActive(false)
    expectRefusal(await signIn('suspended'), 'unknown_user')
    await setActive(true)
    expect(await findSessionUser((await signIn('suspended')).jar)).toMatchObject({ id: Number(id) })
    await configure(tenant, { create_users: false })
  })

  it('creates no user for the new address of one who has yet to confirm it', async () => {
    await configure(tenant, { create_users: true })
    const renamed = await tenant.addMember('user')
    const email = `new.${renamed.user.email}`
    provider.accounts.renamed = { email, email_verified: true }
    await patchUser(tenant.ctx, String(renamed.user.id), {
      Operations: [{ op: 'replace', value: { userName: email } }],
    })
    expectRefusal(await signIn('renamed'), 'address_not_confirmed')
    await write(tenant.ctx, (tx) =>
      tx
        .update(users)
        .set({ addressExpiresAt: addDays(new Date(), 8) })
        .where(eq(users.id, renamed.user.id)),
    )
    expect(await findSessionUser((await signIn('renamed')).jar)).toMatchObject({ email })
    const old = renamed.user.email
    provider.accounts.old = { email: old, email_verified: true }
    expect(await findSessionUser((await signIn('old')).jar)).toMatchObject({ id: renamed.user.id })
    await configure(tenant, { create_users: false })
  })

  it('links a user again whom the operator has unlinked', async () => {
    const moved = await tenant.addMember('user')
    const { id, email } = moved.user
    provider.accounts.before = { email, email_verified: true }
    provider.accounts.after = { email, email_verified: true }
    const { jar } = await signIn('before')
    expectRefusal(await signIn('after'), 'other_account')
    expect(await unlinkProviders(String(id))).toEqual({ id, email })
    expect(await findSessionUser(jar)).toBeNull()
    expect(await findSessionUser((await signIn('after')).jar)).toMatchObject({ id })
    expect((await getEvents(tenant, 'user.identity_unlinked')).map(({ data }) => data)).toEqual([
      { user_id: id, issuer: provider.issuer, subject: 'before' },
    ])
    await unlinkProviders(String(id))
    await expect(unlinkProviders(String(id))).rejects.toThrow('is linked to no account')
  })

  it('accepts the invitation of an invited user', async () => {
    const invited = await tenant.addMember('user')
    await write(tenant.ctx, (tx) =>
      tx
        .update(users)
        .set({ invitationHash: 'b'.repeat(64), invitationNonce: 'nonce' })
        .where(eq(users.id, invited.user.id)),
    )
    provider.accounts.invited = { email: invited.user.email, email_verified: true }
    expect(await findSessionUser((await signIn('invited')).jar)).toMatchObject({
      id: invited.user.id,
      status: 'active',
    })
  })
})

describe('a forged or repeated response', () => {
  it('with the state of another sign-in', async () => {
    const { url, jar } = await start()
    const returnUrl = await signInAtProvider(url.href, 'member')
    returnUrl.searchParams.set('state', 'x'.repeat(43))
    expectRefusal(await finish(returnUrl, jar), 'failed')
    expectRefusal(await finish(returnUrl, {}), 'failed')
  })

  it('with the nonce of another sign-in', async () => {
    const [first, second] = [await start(), await start()]
    const returnUrl = await signInAtProvider(first.url.href, 'member')
    expectRefusal(
      await finish(returnUrl, { ...first.jar, [NONCE_COOKIE]: second.jar[NONCE_COOKIE]! }),
      'failed',
    )
  })

  it('with the name of another issuer', async () => {
    const { url, jar } = await start()
    const returnUrl = await signInAtProvider(url.href, 'member')
    returnUrl.searchParams.set('iss', 'https://login.example.com')
    expectRefusal(await finish(returnUrl, jar), 'failed')
  })

  it('that is used twice', async () => {
    const { url, jar } = await start()
    const returnUrl = await signInAtProvider(url.href, 'member')
    const first = await finish(returnUrl, jar)
    expect(await findSessionUser(first.jar)).not.toBeNull()
    const { [SESSION_COOKIE]: _, ...without } = first.jar
    expect(without[STATE_COOKIE]).toBeUndefined()
    expectRefusal(await finish(returnUrl, without), 'failed')
    // With the old cookies: the provider takes a code once.
    expectRefusal(await finish(returnUrl, jar), 'failed')
  })

  it('at the callback of another tenant', async () => {
    await configure(otherTenant)
    const { url, jar } = await start()
    const returnUrl = await signInAtProvider(url.href, 'foreign')
    returnUrl.pathname = `/api/auth/callback/${getProviderHandle(otherTenant.tenantId)}`
    expectRefusal(await finish(returnUrl, jar), 'failed', getProviderHandle(otherTenant.tenantId))
    await removeSso(otherTenant.ctx)
  })

  it('comes with a GET, and only to a provider that exists', async () => {
    const form = { csrfToken: 'x' }
    expect((await askNextAuth(`callback/${getProviderHandle(tenant.tenantId)}`, { form })).status).toBe(405)
    for (const id of ['0123456789abcdef', '\0', '..', 'constructor'])
      expect((await askNextAuth(`callback/${encodeURIComponent(id)}`)).status).toBe(405)
    expect((await askNextAuth(`callback/${INSTALLATION_ID}?code=1`)).status).toBe(405)
  })
})

describe('a provider that is not the configured one', () => {
  it('states another issuer', async () => {
    const local = provider.issuer.replace('127.0.0.1', 'localhost')
    await write(tenant.ctx, (tx) => tx.update(ssoProviders).set({ issuer: local }))
    const { url, jar } = await start()
    expectRefusal(await finish(await signInAtProvider(url.href, 'member'), jar), 'failed')
    await configure(tenant)
  })

  it('is not on the public Internet', async () => {
    const allowed = env().oidcAllowedHosts.splice(0)
    const { url } = await start()
    expect(url.pathname).toBe('/api/auth/error')
    env().oidcAllowedHosts.push(...allowed)
  })

  it.each(['token_endpoint', 'jwks_uri'])('names a %s on the private network', async (endpoint) => {
    const paths: string[] = []
    let nonce: string | null = null
    const hostile = await listen((request, response) => {
      paths.push(request.url!)
      const { url: issuer } = hostile
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        [endpoint]: `${internal.url}/latest`,
      }
      response.end(
        JSON.stringify(request.url === '/token' ? { id_token: unsignedToken(issuer, nonce) } : metadata),
      )
    })
    const internal = await listen((_, response) => {
      paths.push('internal')
      response.end('{}')
    })
    const allowed = env().oidcAllowedHosts.splice(0)
    env().oidcAllowedHosts.push(new URL(hostile.url).host)
    await configure(tenant, { issuer: hostile.url })
    const { url, jar } = await start()
    const state = url.searchParams.get('state')!
    nonce = url.searchParams.get('nonce')
    const back = new URL(
      `${callbackUrl(getProviderHandle(tenant.tenantId))}?${new URLSearchParams({ state, code: '1' })}`,
    )
    expectRefusal(await finish(back, jar), 'failed')
    expect(paths.at(-1)).toBe(endpoint === 'jwks_uri' ? '/token' : '/.well-known/openid-configuration')
    expect(paths).not.toContain('internal')
    env().oidcAllowedHosts.splice(0, 1, ...allowed)
    for (const { server } of [hostile, internal]) server.close()
    await configure(tenant)
  })

  it('knows another client secret', async () => {
    await configure(tenant, { client_secret: 'another secret, which is wrong' })
    expectRefusal(await signIn('member'), 'failed')
    await configure(tenant)
  })
})

describe('a tenant that enforces its provider', () => {
  it('403 for passwords, except those of administrators', async () => {
    const admin = await tenant.addMember('tenant_admin', await hashPassword(password))
    await configure(tenant, { enforced: true })
    const withPassword = ({ user: { email } }: Member) => call(login, { body: { email, password } })
    const errorResponse = await withPassword(member)
    expect([errorResponse.status, errorResponse.body.error]).toMatchObject([
      403,
      { code: 'sso_required', sign_in_url: `${env().appUrl}/login/${getProviderHandle(tenant.tenantId)}` },
    ])
    const wrongPasswordResponse = await call(login, {
      body: { email: member.user.email, password: 'wrong wrong wrong' },
    })
    expect(wrongPasswordResponse.status).toBe(401)
    // In the browser: the login page then offers the provider.
    const csrf = await askNextAuth('csrf')
    const form = { csrfToken: String(csrf.body.csrfToken), email: member.user.email, password, json: 'true' }
    const inBrowser = await askNextAuth('callback/credentials', { cookies: csrf.jar, form })
    expect(new URL(String(inBrowser.body.url)).searchParams.get('error')).toBe('sso_required')
    expect(inBrowser.jar).toMatchObject({ 'paraph-provider': getProviderHandle(tenant.tenantId) })
    expect(inBrowser.jar[SESSION_COOKIE]).toBeUndefined()
    expect((await withPassword(admin)).status).toBe(200)
    expect(await findSessionUser((await signIn('member')).jar)).toMatchObject({ id: member.user.id })
    await configure(tenant, { enforced: false })
    expect((await withPassword(member)).status).toBe(200)
  })
})

describe('the provider of the installation', () => {
  const installation = () => {
    env().oidc = { ...provider, name: 'Heron' }
  }

  it('signs in users of every tenant with a confirmed email', async () => {
    installation()
    const { jar, location } = await signIn('foreign', INSTALLATION_ID)
    expect(location).toBe('/documents')
    expect(await findSessionUser(jar)).toMatchObject({ id: otherMember.user.id })
    expect(await findSessionUser((await signIn('foreign', INSTALLATION_ID)).jar)).toMatchObject({
      id: otherMember.user.id,
    })
  })

  it('refuses people without a user', async () => {
    installation()
    const response = await signIn('outsider', INSTALLATION_ID)
    expect(response.location).toBe('/login?error=unknown_user')
    expect(response.jar[SESSION_COOKIE]).toBeUndefined()
  })

  it('does not link a user with a password whose email is not confirmed', async () => {
    installation()
    const pending = await otherTenant.addMember('user', await hashPassword(password))
    await write(otherTenant.ctx, (tx) =>
      tx.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, pending.user.id)),
    )
    provider.accounts.pending = { email: pending.user.email, email_verified: true }
    expect((await signIn('pending', INSTALLATION_ID)).location).toBe('/login?error=unknown_user')
  })

  it('is not the provider of a tenant that names the same issuer', async () => {
    installation()
    const twin = await otherTenant.addMember('user')
    provider.accounts.twin = { email: twin.user.email, email_verified: true }
    await configure(otherTenant)
    expect(
      await findSessionUser((await signIn('twin', getProviderHandle(otherTenant.tenantId))).jar),
    ).toMatchObject({
      id: twin.user.id,
    })
    await removeSso(otherTenant.ctx)
    await signIn('twin', INSTALLATION_ID)
    const links = await read(otherTenant.ctx, (reader) =>
      reader.select().from(userIdentities).where(eq(userIdentities.userId, twin.user.id)),
    )
    expect(links.map(({ source }) => source).sort()).toEqual(['installation', 'tenant'])
  })

  it('does not reach users of a tenant that enforces its own', async () => {
    installation()
    await configure(tenant, { enforced: true })
    expect((await signIn('member', INSTALLATION_ID)).location).toBe('/login?error=sso_required')
    expect((await signIn('admin', INSTALLATION_ID)).location).toBe('/login?error=link_needs_password')
    await configure(tenant, { enforced: false })
  })

  it('reaches the user of another tenant with the same address, once the first must use its own', async () => {
    installation()
    const [first, second] = [await makeTenant(), await makeTenant()]
    const firstUser = await first.addMember('user')
    const secondUser = await second.addMember('user')
    const { email } = firstUser.user
    await write(second.ctx, (tx) => tx.update(users).set({ email }).where(eq(users.id, secondUser.user.id)))
    provider.accounts.both = { email, email_verified: true }
    const reach = async () => findSessionUser((await signIn('both', INSTALLATION_ID)).jar)
    expect(await reach()).toMatchObject({ id: firstUser.user.id })
    await configure(first, { enforced: true })
    expect(await reach()).toMatchObject({ id: secondUser.user.id })
    // The email no longer matters.
    provider.accounts.both.email = 'renamed@example.com'
    expect(await reach()).toMatchObject({ id: secondUser.user.id })
    await configure(second, { enforced: true })
    expect((await signIn('both', INSTALLATION_ID)).location).toBe('/login?error=sso_required')
  })
})
