import 'reflect-metadata'
import { createHash } from 'node:crypto'
import {
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  Extension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { hashPassword } from '#lib/identity/passwords/password'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makePasskey } from '#lib/testing/users/authenticator'
import { addTotp, enterFactor, enterPassword, givePasskey } from '#lib/testing/users/factors'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as passkeyRoute from './[id]/route.ts'
import * as optionsRoute from './options/route.ts'
import * as passkeysRoute from './route.ts'

const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant
const advanceClock = makeAdvanceClock(afterEach)

beforeEach(async () => {
  tenant = await makeTenant({ passwordHash })
})

type Caller = { token: string }
interface Options {
  data: {
    challenge: string
    options: { challenge: string; excludeCredentials: { id: string }[]; rp: { id: string } }
  }
}
const newOptions = async (caller: Caller = tenant) =>
  (await call<Options>(optionsRoute.POST, { method: 'POST', as: caller })).body.data
const addPasskey = (body: object, caller: Caller = tenant) => call(passkeysRoute.POST, { as: caller, body })
const namesOfPasskeys = async () => {
  const { body } = await call<{ data: { name: string }[] }>(passkeysRoute.GET, { as: tenant })
  return body.data.map(({ name }) => name)
}
const rename = (id: number, name: string, caller: Caller = tenant) =>
  call(passkeyRoute.PATCH, {
    method: 'PATCH',
    as: caller,
    params: { id },
    body: { name },
  })
const remove = (id: number, caller: Caller = tenant) =>
  call(passkeyRoute.DELETE, { method: 'DELETE', as: caller, params: { id } })

/** Certificates for an attestation of Android, by a root of one's own, that name an address for their CRL. */
async function makeCertificates({ publicKey }: ReturnType<typeof makePasskey>, clientDataJSON: string) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const subject = 'CN=Root'
  const root = await X509CertificateGenerator.createSelfSigned({
    name: subject,
    keys,
    extensions: [new BasicConstraintsExtension(true, 1, true)],
  })
  const clientDataHash = createHash('sha256').update(clientDataJSON, 'base64url').digest('hex')
  const keyDescription = `30340201030a01010201040a01010420${clientDataHash}040030003000`
  const leaf = await X509CertificateGenerator.create({
    subject: 'CN=Phone',
    issuer: subject,
    signingKey: keys.privateKey,
    publicKey: await crypto.subtle.importKey(
      'jwk',
      publicKey.export({ format: 'jwk' }) as JsonWebKey,
      algorithm,
      true,
      ['verify'],
    ),
    extensions: [
      new CRLDistributionPointsExtension(['http://169.254.169.254/latest/meta-data/']),
      new Extension('1.3.6.1.4.1.11129.2.1.17', false, Buffer.from(keyDescription, 'hex')),
    ],
  })
  return [leaf, root].map(({ rawData }) => new Uint8Array(rawData))
}

itIsGuarded('/user/passkeys', passkeysRoute)
itIsGuarded('/user/passkeys/options', optionsRoute)
itIsGuarded('/user/passkeys/{id}', passkeyRoute, {
  bodyByMethod: { PATCH: { name: 'Phone' } },
  idsOfOtherTenant: async () => ({ id: (await givePasskey(await makeTenant())).added.body.data.id }),
})

describe('a passkey', () => {
  it('has a name; the first comes with recovery codes; options exclude existing passkeys', async () => {
    const newEmails = watchEmails(tenant)
    const firstResponse = await givePasskey(tenant, 'Phone')
    expect([firstResponse.added.status, firstResponse.added.body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Phone',
        last_used_at: null,
        created_at: expect.any(String),
        recovery_codes: expect.any(Array),
      },
    ])
    expect(firstResponse.added.headers.get('location')).toMatch(/\/api\/v1\/user\/passkeys$/)
    const { options: nextOptions } = await newOptions()
    expect(nextOptions).toMatchObject({
      rp: { id: 'localhost', name: 'Paraph' },
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [{ id: firstResponse.passkey.id }],
    })
    const secondResponse = await givePasskey(tenant, 'Security key')
    expect(secondResponse.added.body.data.recovery_codes).toBeNull()
    expect(await namesOfPasskeys()).toEqual(['Security key', 'Phone'])
    expect((await newEmails()).map(({ text }) => text.includes('passkey'))).toEqual([true, true])
  })

  it('may attest itself', async () => {
    const { challenge, options: created } = await newOptions()
    const credential = makePasskey().register(created.challenge, { attestation: { format: 'packed' } })
    expect((await addPasskey({ challenge, name: 'Phone', credential })).status).toBe(201)
  })

  it('can be renamed by its user', async () => {
    const { id } = (await givePasskey(tenant, 'Phone')).added.body.data
    const renamed = await rename(id, ' Work phone ')
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Work phone'])
    expect(await namesOfPasskeys()).toEqual(['Work phone'])
  })

  it('shows when it was last used', async () => {
    const { passkey } = await givePasskey(tenant)
    const { challenge, passkey_options } = (await enterPassword(tenant.user.email, password)).body.error
    await enterFactor(challenge, { passkey: passkey.use(passkey_options.challenge) })
    const { body } = await call<{ data: { last_used_at: string }[] }>(passkeysRoute.GET, { as: tenant })
    expect(body.data[0]!.last_used_at).toEqual(expect.any(String))
  })

  it('cannot be used after its removal', async () => {
    const remaining = await givePasskey(tenant, 'Remaining')
    const removed = await givePasskey(tenant, 'Removed')
    expect((await remove(removed.added.body.data.id)).status).toBe(204)
    expect((await remove(removed.added.body.data.id)).status).toBe(404)
    expect(await namesOfPasskeys()).toEqual(['Remaining'])
    const { challenge, passkey_options } = (await enterPassword(tenant.user.email, password)).body.error
    const errorResponse = await enterFactor(challenge, {
      passkey: removed.passkey.use(passkey_options.challenge),
    })
    expect(errorResponse.body.error.code).toBe('invalid_code')
    expect((await remove(remaining.added.body.data.id)).status).toBe(204)
    expect((await enterPassword(tenant.user.email, password)).status).toBe(200)
  })

  it('leaves the authenticator app as the factor after its removal', async () => {
    const { added } = await givePasskey(tenant)
    await addTotp(tenant)
    await remove(added.body.data.id)
    expect((await enterPassword(tenant.user.email, password)).body.error.methods).toEqual([
      'totp',
      'recovery_code',
    ])
  })

  it('of a colleague responds with 404', async () => {
    const { added } = await givePasskey(tenant)
    const colleague = await tenant.addMember('tenant_admin')
    expect((await remove(added.body.data.id, colleague)).status).toBe(404)
    expect((await rename(added.body.data.id, 'Taken over', colleague)).status).toBe(404)
    expect(await namesOfPasskeys()).toEqual(['Phone'])
  })
})

describe('400', () => {
  it.each([
    ['another origin', { origin: 'https://paraph.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
  ])('for %s, and the challenge cannot be used again', async (_, deviation) => {
    const { challenge, options: created } = await newOptions()
    const passkey = makePasskey()
    const credential = passkey.register(created.challenge, deviation)
    const errorResponse = await addPasskey({ challenge, name: 'Phone', credential })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      ['credential'],
    ])
    const validCredential = passkey.register(created.challenge)
    const secondResponse = await addPasskey({ challenge, name: 'Phone', credential: validCredential })
    expect([secondResponse.status, Object.keys(secondResponse.body.error.errors)]).toEqual([
      400,
      ['challenge'],
    ])
    expect(await namesOfPasskeys()).toEqual([])
  })

  it('for an attestation with certificates, none of whose addresses is fetched', async () => {
    const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('refused'))
    onTestFinished(() => fetching.mockRestore())
    const { challenge, options: created } = await newOptions()
    const passkey = makePasskey()
    const { clientDataJSON } = passkey.register(created.challenge).response
    const certificates = await makeCertificates(passkey, clientDataJSON)
    const credential = passkey.register(created.challenge, {
      attestation: { format: 'android-key', certificates },
    })
    const errorResponse = await addPasskey({ challenge, name: 'Phone', credential })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      ['credential'],
    ])
    expect(fetching).not.toHaveBeenCalled()
  })

  it('for the challenge of another user or another request, and after five minutes', async () => {
    const colleague = await tenant.addMember('user')
    const [ownChallenge, other, colleagueChallenge] = [
      await newOptions(),
      await newOptions(),
      await newOptions(colleague),
    ]
    const passkey = makePasskey()
    const send = (challenge: string) =>
      addPasskey({ challenge, name: 'Phone', credential: passkey.register(ownChallenge.options.challenge) })
    expect(Object.keys((await send(colleagueChallenge.challenge)).body.error.errors)).toEqual(['challenge'])
    expect(Object.keys((await send(other.challenge)).body.error.errors)).toEqual(['credential'])
    advanceClock(301)
    expect(Object.keys((await send(ownChallenge.challenge)).body.error.errors)).toEqual(['challenge'])
  })

  it.each(['', 'x'.repeat(61)])('for the new name "%s"', async (name) => {
    const { added } = await givePasskey(tenant)
    const errorResponse = await rename(added.body.data.id, name)
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['name']])
  })

  it('for a passkey that is added already', async () => {
    const { passkey } = await givePasskey(tenant)
    const { challenge, options: created } = await newOptions()
    const errorResponse = await addPasskey({
      challenge,
      name: 'Twin',
      credential: passkey.register(created.challenge),
    })
    expect([errorResponse.status, errorResponse.body.error.errors]).toEqual([
      400,
      { credential: ['This passkey is added already.'] },
    ])
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ credential: {} }, 'credential.id'],
    [{ challenge: '' }, 'challenge'],
  ])('for %j', async (deviation, field) => {
    const credential = makePasskey().register('c')
    const errorResponse = await addPasskey({ challenge: 'c', name: 'Phone', credential, ...deviation })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      expect.arrayContaining([field]),
    ])
  })
})

describe('403 reauthentication_required', () => {
  it('for every change, 15 minutes after the password was entered', async () => {
    const { added } = await givePasskey(tenant)
    advanceClock(16 * 60)
    const credential = makePasskey().register('c')
    const refusals = [
      await call(optionsRoute.POST, { method: 'POST', as: tenant }),
      await addPasskey({ challenge: 'c', name: 'Phone', credential }),
      await remove(added.body.data.id),
      await rename(added.body.data.id, 'Work phone'),
    ]
    expect(refusals.map(({ body }) => body.error.code)).toEqual(Array(4).fill('reauthentication_required'))
  })
})

it('409 for the eleventh passkey', async () => {
  for (let number = 0; number < 10; number++)
    expect((await givePasskey(tenant, `Key ${number}`)).added.status).toBe(201)
  const errorResponse = (await givePasskey(tenant)).added as never as Awaited<ReturnType<typeof addPasskey>>
  expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'full'])
})
