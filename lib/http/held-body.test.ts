import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as archiveRoute from '#app/api/v1/account/archive-address/route'
import * as accountRoute from '#app/api/v1/account/route'
import * as sealRoute from '#app/api/v1/account/seal/route'
import * as senderRoute from '#app/api/v1/account/sender/route'
import * as ssoRoute from '#app/api/v1/account/sso/route'
import * as keysRoute from '#app/api/v1/api-keys/route'
import * as refreshRoute from '#app/api/v1/auth/refresh/route'
import * as resetRoute from '#app/api/v1/auth/reset-password/route'
import * as documentsRoute from '#app/api/v1/documents/route'
import { allEndpoints } from '#app/api/v1/routes'
import * as editorUrlRoute from '#app/api/v1/signature-processes/[id]/editor-url/route'
import * as fieldsRoute from '#app/api/v1/signature-processes/[id]/fields/route'
import * as draftRoute from '#app/api/v1/signing/[token]/draft/route'
import * as passkeyOptionsRoute from '#app/api/v1/user/passkeys/options/route'
import * as totpConfirmRoute from '#app/api/v1/user/totp/confirm/route'
import * as totpRoute from '#app/api/v1/user/totp/route'
import * as usersRoute from '#app/api/v1/users/route'
import * as webhookRoute from '#app/api/v1/webhooks/[id]/route'
import * as webhooksRoute from '#app/api/v1/webhooks/route'
import { events } from '#db/schema/audit'
import { idempotencyKeys } from '#db/schema/http'
import { apiKeys, sessions, tenants, users } from '#db/schema/identity'
import { webhooks } from '#db/schema/webhooks'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { updateAccount } from '#lib/identity/account/update-account'
import { deleteApiKey } from '#lib/identity/api-keys/delete-api-key'
import { getRecoveryLink } from '#lib/identity/links/link-tokens'
import { sendRecoveryLinks } from '#lib/identity/passwords/recover'
import { endLogins } from '#lib/identity/sessions/internal/sessions'
import { type Permission, policy, roleMay } from '#lib/policy'
import { redeemEditorLink } from '#lib/processes/links/editor-link'
import { changeSigner } from '#lib/processes/signers/correct'
import { addDraft } from '#lib/testing/records/records'
import { addLink } from '#lib/testing/records/signing-session'
import { call, type Handler } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { uploadForm } from '#lib/testing/service/fixtures'
import { hold } from '#lib/testing/service/hold'
import { generateCode } from '#lib/testing/users/factors'
import { signUpByMail } from '#lib/testing/users/sign-up'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateChain, toPem, writePkcs12 } from '#lib/testing/values/certificate-files'
import { sessionCookie } from './credentials/session-cookie.ts'
import { handleOperatorAction } from './operator.ts'
import { answerScim } from './scim.ts'

let tenant: TestTenant
beforeEach(async () => {
  tenant = await makeTenant()
})
const advanceClock = makeAdvanceClock()
const endpoints = await allEndpoints()
/** Those with a body that a session reaches. */
const ofUsers = endpoints.filter(
  ({ method, declaration: { permission } }) =>
    ['POST', 'PUT', 'PATCH'].includes(method) &&
    permission in policy &&
    roleMay('tenant_admin', permission as Permission),
)

const endSession = ({ ctx, user }: Member) =>
  write(ctx, (tx) => endLogins(tx, { tenantId: ctx.tenantId, userId: user.id }, now()))
const countEvents = () =>
  read(tenant.ctx, (reader) => reader.$count(events, eq(events.tenantId, tenant.tenantId)))
const addWebhook = async () => {
  const body = { url: 'https://93.184.215.14/hook', events: ['*'] }
  return (await call(webhooksRoute.POST, { as: tenant, body })).body.data.id as number
}
const startTotp = async () =>
  (await call<{ data: { secret: string } }>(totpRoute.POST, { method: 'POST', as: tenant })).body.data.secret

let certificate: string
let sealForm: FormData
beforeAll(async () => {
  const password = 'open sesame'
  const { seal } = await makeCertificateChain('RSA 2048')
  certificate = toPem([seal.certificate])
  sealForm = new FormData()
  sealForm.set('file', new File([readFileSync(await writePkcs12(seal, password))], 'seal.p12'))
  sealForm.set('password', password)
})

interface Change {
  handler: Handler
  method?: 'PUT' | 'PATCH'
  params?: { id: number }
  body: unknown
}

/** What stays after the credential has ended, or opens a way in. */
const lasting: Record<string, () => Promise<Change> | Change> = {
  'an API key': () => ({ handler: keysRoute.POST, body: { name: 'Program' } }),
  'a webhook': () => ({
    handler: webhooksRoute.POST,
    body: { url: 'https://93.184.215.14/other', events: ['*'] },
  }),
  'another URL of a webhook': async () => ({
    handler: webhookRoute.PATCH,
    method: 'PATCH',
    params: { id: await addWebhook() },
    body: { url: 'https://93.184.215.14/other' },
  }),
  'a user': () => ({
    handler: usersRoute.POST,
    body: {
      name: 'Grace',
      email: `grace.${tenant.tenantId}@example.com`,
      role: 'tenant_admin',
      password: 'tangerine orbit 41',
    },
  }),
  'an authenticator app': async () => ({
    handler: totpConfirmRoute.POST,
    body: { code: generateCode(await startTotp()) },
  }),
  'the options of a passkey': () => ({ handler: passkeyOptionsRoute.POST, body: {} }),
  'a setting': () => ({
    handler: accountRoute.PATCH,
    method: 'PATCH',
    body: { embed_origins: ['https://other.example'] },
  }),
  'the sender': () => ({
    handler: senderRoute.PUT,
    method: 'PUT',
    body: { name: 'Acme', address: 'sign@acme.example' },
  }),
  'the address for copies': () => ({
    handler: archiveRoute.PUT,
    method: 'PUT',
    body: { email: 'copies@acme.example' },
  }),
  'the identity provider': () => ({
    handler: ssoRoute.PUT,
    method: 'PUT',
    body: {
      protocol: 'saml',
      issuer: 'https://login.example.com',
      sso_url: 'https://login.example.com/sso',
      certificates: [certificate],
      domains: ['acme.example'],
    },
  }),
  'the seal': () => ({ handler: sealRoute.PUT, method: 'PUT', body: sealForm }),
}
/** What an API key can do, too. */
const byKeys = ['an API key', 'a webhook', 'another URL of a webhook', 'a user']

describe.each(Object.keys(lasting))('a held request for %s', (name) => {
  it('is refused after the end of the session, and changes nothing', async () => {
    const { handler, ...request } = await lasting[name]!()
    const send = await hold(handler, { as: tenant, ...request })
    await endSession(tenant)
    const before = await countEvents()
    const { status, body } = await send()
    expect([status, body.error?.code, await countEvents()]).toEqual([401, 'token_revoked', before])
  })

  it('is refused after a change of the role', async () => {
    const { handler, ...request } = await lasting[name]!()
    const send = await hold(handler, { as: tenant, ...request })
    await write(tenant.ctx, (tx) =>
      tx.update(users).set({ role: 'user' }).where(eq(users.id, tenant.user.id)),
    )
    const { status, body } = await send()
    expect([status, body.error?.code]).toEqual([403, 'forbidden'])
  })

  it('succeeds while the session lasts', async () => {
    const { handler, ...request } = await lasting[name]!()
    const send = await hold(handler, { as: tenant, ...request })
    expect((await send()).status).toBeLessThan(300)
  })
})

describe.each(byKeys)('a held request of an API key for %s', (name) => {
  it('is refused after the end of the key, and leaves its Idempotency-Key free', async () => {
    const key = await tenant.addKey()
    const { handler, ...request } = await lasting[name]!()
    const send = await hold(handler, { as: key, headers: { 'idempotency-key': 'once' }, ...request })
    await deleteApiKey(tenant.ctx, key.id)
    const before = await countEvents()
    const { status, body } = await send()
    expect([status, body.error?.code, await countEvents()]).toEqual([401, 'unauthenticated', before])
    expect(await read(tenant.ctx, (reader) => reader.$count(idempotencyKeys))).toBe(0)
  })
})

describe('a body that comes later', () => {
  it.each(ofUsers)('$method $path: 401 after the end of the session', async (endpoint) => {
    const { handler, path, declaration } = endpoint
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const send = await hold(handler, {
      method: endpoint.method,
      params: Object.fromEntries(names.map((name) => [name, 1])),
      body: Object.hasOwn(declaration.body ?? {}, 'multipart') ? uploadForm() : {},
      as: tenant,
    })
    await endSession(tenant)
    advanceClock(2)
    const { status, body } = await send()
    expect([status, body.error.code]).toEqual([401, 'token_revoked'])
  })

  it('goes on after a refresh and the expiry of the token, as uploads take minutes', async () => {
    const send = await hold(documentsRoute.POST, { as: tenant, body: uploadForm() })
    expect((await call(refreshRoute.POST, { method: 'POST', as: tenant })).status).toBe(200)
    advanceClock(3601)
    expect((await send()).status).toBe(201)
  })

  it('401 in the directory after the end of the key', async () => {
    const key = await tenant.addKey()
    const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'ada@example.com' }
    const send = await hold<{ status: string }>(answerScim, { path: '/scim/v2/Users', as: key, body })
    await deleteApiKey(tenant.ctx, key.id)
    advanceClock(2)
    expect((await send()).body.status).toBe('401')
  })

  it('401 on the page of the installation after the end of the session', async () => {
    await write(tenant.ctx, (tx) => tx.update(sessions).set({ kind: 'dashboard' }))
    const cookie = await sessionCookie(String(tenant.user.id), tenant.token)
    const send = await hold(handleOperatorAction, {
      body: {},
      headers: { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin' },
    })
    await endSession(tenant)
    advanceClock(2)
    const { status, body } = await send()
    expect([status, body.error.code]).toEqual([401, 'unauthenticated'])
  })

  it('401 in an editor in a frame after the end of its key', async () => {
    await updateAccount(tenant.ctx, { embed_origins: ['https://app.example.com'] })
    const key = await tenant.addKey()
    const { id } = await addDraft(tenant)
    const link = await call<{ data: { url: string } }>(editorUrlRoute.POST, {
      method: 'POST',
      params: { id },
      as: key,
    })
    const session = (await redeemEditorLink(link.body.data.url.split('/').at(-1)!, now()))!
    const request = { method: 'PUT' as const, params: { id }, body: { fields: [] }, as: session }
    const send = await hold(fieldsRoute.PUT, request)
    await deleteApiKey(tenant.ctx, key.id)
    advanceClock(2)
    const { status, body } = await send()
    expect([status, body.error.code]).toEqual([401, 'unauthenticated'])
  })

  it('404 by a link that a correction has replaced', async () => {
    const { process, params } = await addLink(tenant)
    const send = await hold(draftRoute.PUT, { method: 'PUT', params, body: { values: [] } })
    await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { email: 'other@example.com' })
    const { status, body } = await send()
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  })
})

it('a take-over beside requests of the earlier session leaves none of their changes', async () => {
  const person = await signUpByMail()
  const sent = await Promise.all(
    [1, 2, 3].flatMap(() =>
      ['an API key', 'a webhook', 'a setting'].map(async (name) => {
        const { handler, ...request } = await lasting[name]!()
        return hold(handler, { as: person, ...request })
      }),
    ),
  )
  await sendRecoveryLinks({ email: person.user.email, address: null, userAgent: null, requestId: 'r' }, now())
  const [user] = await read(person, (reader) =>
    reader.select().from(users).where(eq(users.id, person.user.id)),
  )
  const token = getRecoveryLink(user!)!.split('/').at(-1)!
  const reset = call<unknown>(resetRoute.POST, { body: { token, password: 'another orbit 42' } })
  const besides = await Promise.all(sent.slice(3).map((send) => send()))
  expect((await reset).status).toBe(200)
  for (const { status } of besides) expect([200, 201, 401]).toContain(status)
  for (const send of sent.slice(0, 3)) expect((await send()).status).toBe(401)
  expect(
    await read(person, async (reader) => [
      await reader.$count(apiKeys),
      await reader.$count(webhooks),
      (await reader.select({ origins: tenants.embedOrigins }).from(tenants))[0]!.origins,
    ]),
  ).toEqual([0, 0, []])
})
