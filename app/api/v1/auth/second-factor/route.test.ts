import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { factorChallenges } from '#db/schema/identity-sign-in'
import { read, write } from '#db/tenancy/tenant'
import { hashPassword } from '#lib/identity/passwords/password'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { makePasskey } from '#lib/testing/users/authenticator'
import { addTotp, enterFactor, enterPassword, generateCode, givePasskey } from '#lib/testing/users/factors'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { PUT as changePassword } from '../../user/password/route.ts'
import { GET as getUser } from '../../user/route.ts'
import { POST } from './route.ts'

const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant
const advanceClock = makeAdvanceClock(afterEach)

beforeEach(async () => {
  tenant = await makeTenant({ passwordHash })
})

const getChallenge = async (email = tenant.user.email) =>
  (await enterPassword(email, password)).body.error.challenge

describe('the login', () => {
  it('401 with a challenge and the methods that the user has', async () => {
    await addTotp(tenant)
    const errorResponse = await enterPassword(tenant.user.email, password)
    expect(errorResponse.status).toBe(401)
    expect(errorResponse.headers.getSetCookie()).toEqual([])
    expect(errorResponse.body).toEqual({
      error: {
        code: 'second_factor_required',
        message: expect.any(String),
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['totp', 'recovery_code'],
        details: [{ key: 'second_factor_required', values: {} }],
        request_id: expect.any(String),
      },
    })
  })

  it('401 without a challenge for a wrong password', async () => {
    await addTotp(tenant)
    const errorResponse = await enterPassword(tenant.user.email, 'wrong wrong wrong')
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([401, 'invalid_credentials'])
    expect(errorResponse.body.error.challenge).toBeUndefined()
  })

  it('does not require an app that no code has confirmed', async () => {
    const { POST: start } = await import('../../user/totp/route.ts')
    await call(start, { method: 'POST', as: tenant })
    expect((await enterPassword(tenant.user.email, password)).status).toBe(200)
  })
})

describe('200', () => {
  it('for the code of the app, in the shape of login', async () => {
    const { secret } = await addTotp(tenant)
    const done = await enterFactor(await getChallenge(), { code: generateCode(secret) })
    const { id, name, email } = tenant.user
    expect([done.status, done.body]).toEqual([
      200,
      {
        data: {
          access_token: expect.any(String),
          token_type: 'bearer',
          expires_in: 3600,
          user: { id, name, email },
        },
      },
    ])
    expect(done.headers.getSetCookie()[0]).toMatch(/^paraph-device-/)
    expect((await call(getUser, { as: done.body.data.access_token })).status).toBe(200)
  })

  it('for a code in the digits of another script', async () => {
    const { secret } = await addTotp(tenant)
    const code = generateCode(secret).replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)))
    expect((await enterFactor(await getChallenge(), { code })).status).toBe(200)
  })

  it('for a code with a space, and for a code of the next time step', async () => {
    const { secret } = await addTotp(tenant)
    const code = generateCode(secret)
    expect(
      (await enterFactor(await getChallenge(), { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status,
    ).toBe(200)
    expect((await enterFactor(await getChallenge(), { code: generateCode(secret, 1) })).status).toBe(200)
  })

  it('for a passkey, which the options list', async () => {
    const { passkey } = await givePasskey(tenant)
    for (let time = 0; time < 2; time++) {
      const { error } = (await enterPassword(tenant.user.email, password)).body
      expect(error.methods).toEqual(['passkey', 'recovery_code'])
      expect(error.passkey_options).toMatchObject({
        rpId: 'localhost',
        userVerification: 'required',
        allowCredentials: [{ id: passkey.id, transports: ['internal'] }],
      })
      const proof = { passkey: passkey.use(error.passkey_options.challenge) }
      expect((await enterFactor(error.challenge, proof)).status).toBe(200)
    }
  })

  it('for a recovery code, once, whatever its case and separator; the user gets an email', async () => {
    const { recoveryCodes } = await addTotp(tenant)
    const newEmails = watchEmails(tenant)
    await newEmails()
    const [code = ''] = recoveryCodes
    const proof = { recovery_code: ` ${code.toUpperCase().replace('-', ' ')}` }
    expect((await enterFactor(await getChallenge(), proof)).status).toBe(200)
    const secondResponse = await enterFactor(await getChallenge(), { recovery_code: code })
    expect([secondResponse.status, secondResponse.body.error.code]).toEqual([400, 'invalid_code'])
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([tenant.user.email])
    expect(emails[0]!.text).toContain('Codes left: 9')
  })
})

describe('400', () => {
  it('invalid_code with the attempts that are left; after five the challenge ends', async () => {
    const { secret } = await addTotp(tenant)
    const challenge = await getChallenge()
    const results = []
    for (let attempt = 0; attempt < 5; attempt++) {
      const { status, body } = await enterFactor(challenge, { code: generateCode(secret, 10 + attempt) })
      results.push([status, body.error.code, body.error.attempts_left])
    }
    expect(results).toEqual([4, 3, 2, 1, 0].map((attemptsLeft) => [400, 'invalid_code', attemptsLeft]))
    const errorResponse = await enterFactor(challenge, { code: generateCode(secret) })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([401, 'invalid_credentials'])
  })

  it('invalid_code for a used code and for the one of the previous time step', async () => {
    const { secret } = await addTotp(tenant)
    const code = generateCode(secret)
    expect((await enterFactor(await getChallenge(), { code })).status).toBe(200)
    for (const used of [code, generateCode(secret, -1)]) {
      const replay = await enterFactor(await getChallenge(), { code: used })
      expect([replay.status, replay.body.error.code]).toEqual([400, 'invalid_code'])
    }
  })

  it('one of two requests with the same code succeeds', async () => {
    const { secret } = await addTotp(tenant)
    const challenges = [await getChallenge(), await getChallenge()]
    const code = generateCode(secret)
    const responses = await Promise.all(challenges.map((challenge) => enterFactor(challenge, { code })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it.each([
    ['another origin', { origin: 'https://paraph.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['a counter that did not increase', { counter: 1 }],
  ])('invalid_code for a passkey with %s', async (_, deviation) => {
    const { passkey } = await givePasskey(tenant)
    const first = (await enterPassword(tenant.user.email, password)).body.error
    await enterFactor(first.challenge, { passkey: passkey.use(first.passkey_options.challenge) })
    const { challenge, passkey_options } = (await enterPassword(tenant.user.email, password)).body.error
    const proof = { passkey: passkey.use(passkey_options.challenge, deviation) }
    const errorResponse = await enterFactor(challenge, proof)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'invalid_code'])
  })

  it('invalid_code for the challenge of another sign-in and for another passkey', async () => {
    const { passkey } = await givePasskey(tenant)
    const [one, other] = [
      (await enterPassword(tenant.user.email, password)).body.error,
      (await enterPassword(tenant.user.email, password)).body.error,
    ]
    const forged = { ...makePasskey().use(one.passkey_options.challenge), id: passkey.id }
    for (const proof of [passkey.use(other.passkey_options.challenge), forged])
      expect((await enterFactor(one.challenge, { passkey: proof })).body.error.code).toBe('invalid_code')
    const unknown = makePasskey().use(one.passkey_options.challenge)
    expect((await enterFactor(one.challenge, { passkey: unknown })).body.error.code).toBe('invalid_code')
  })

  it.each([
    [{}, 'challenge'],
    [{ challenge: 'c' }, 'code'],
    [{ challenge: 'c', code: '12345' }, 'code'],
    [{ challenge: 'c', code: '123456', recovery_code: 'abc' }, 'code'],
    [{ challenge: 'c', recovery_code: ' - ' }, 'recovery_code'],
    [{ challenge: 'c', passkey: { id: '!' } }, 'passkey.id'],
  ])('for %j', async (body, field) => {
    const errorResponse = await call(POST, { body })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(errorResponse.body.error.errors)).toContain(field)
  })
})

describe('401', () => {
  const expectExpired = async (challenge: string, proof: object) => {
    const errorResponse = await enterFactor(challenge, proof)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([401, 'invalid_credentials'])
  }

  it('for an unknown challenge, and one that was used', async () => {
    const { secret } = await addTotp(tenant)
    await expectExpired('unknown', { code: generateCode(secret) })
    const challenge = await getChallenge()
    await enterFactor(challenge, { code: generateCode(secret) })
    await expectExpired(challenge, { code: generateCode(secret, 1) })
  })

  it('after five minutes', async () => {
    const { secret } = await addTotp(tenant)
    const challenge = await getChallenge()
    advanceClock(301)
    await expectExpired(challenge, { code: generateCode(secret) })
  })

  it('from before the clock was set back', async () => {
    const { secret } = await addTotp(tenant)
    const challenge = await getChallenge()
    advanceClock(-120)
    await expectExpired(challenge, { code: generateCode(secret) })
  })

  it('after the password was changed', async () => {
    const { secret } = await addTotp(tenant)
    const challenge = await getChallenge()
    const body = { current_password: password, password: 'an entirely other one' }
    expect((await call(changePassword, { method: 'PUT', as: tenant, body })).status).toBe(200)
    await expectExpired(challenge, { code: generateCode(secret) })
  })

  it('for a user who was deleted meanwhile', async () => {
    const { secret } = await addTotp(tenant)
    const challenge = await getChallenge()
    await write(tenant.ctx, (tx) =>
      tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, tenant.user.id)),
    )
    await expectExpired(challenge, { code: generateCode(secret) })
  })

  it('for the challenge of a passkey registration', async () => {
    const { POST: options } = await import('../../user/passkeys/options/route.ts')
    const { body } = await call<{ data: { challenge: string } }>(options, { method: 'POST', as: tenant })
    await expectExpired(body.data.challenge, { code: '123456' })
  })
})

describe('429', () => {
  it('after ten wrong codes of one user over all challenges; a passkey still works', async () => {
    const { passkey } = await givePasskey(tenant)
    const { secret } = await addTotp(tenant)
    const statuses = []
    for (let round = 0; round < 3; round++) {
      const challenge = await getChallenge()
      for (let attempt = 0; attempt < 4; attempt++)
        statuses.push((await enterFactor(challenge, { code: generateCode(secret, 10 + attempt) })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    const { challenge, passkey_options } = (await enterPassword(tenant.user.email, password)).body.error
    expect((await enterFactor(challenge, { code: generateCode(secret) })).status).toBe(429)
    const proof = { passkey: passkey.use(passkey_options.challenge) }
    expect((await enterFactor(challenge, proof)).status).toBe(200)
  })
})

it('a challenge is stored hashed, and deleted when it has expired', async () => {
  await addTotp(tenant)
  const token = await getChallenge()
  const rows = () => read(tenant.ctx, (reader) => reader.select().from(factorChallenges))
  const [row] = await rows()
  expect(JSON.stringify(row)).not.toContain(token)
  advanceClock(301)
  await getChallenge()
  expect((await rows()).map(({ id }) => id)).not.toContain(row!.id)
})
