import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { POST as signIn } from '#app/api/v1/auth/login/route'
import { POST as complete } from '#app/api/v1/auth/second-factor/route'
import { POST as passkeyOptions } from '#app/api/v1/user/passkeys/options/route'
import { POST as addPasskey } from '#app/api/v1/user/passkeys/route'
import { POST as confirmTotp } from '#app/api/v1/user/totp/confirm/route'
import { POST as startTotp } from '#app/api/v1/user/totp/route'
import { now } from '#lib/core/clock'
import { call, callFromNewIp } from '../service/call.ts'
import { makePasskey } from './authenticator.ts'

type Caller = { token: string }

/** The error `second_factor_required`, or the login of a sign-in. */
export interface SignInBody {
  data: { access_token: string; user: { id: number } }
  error: {
    code: string
    challenge: string
    methods: string[]
    passkey_options: { challenge: string; allowCredentials: { id: string }[] }
    attempts_left?: number
    errors?: Record<string, string[]>
  }
}

const STEP_MILLISECONDS = 30_000

/** The code that an authenticator app shows, `steps` later. */
export function generateCode(secret: string, steps = 0): string {
  const timestamp = now().getTime() + steps * STEP_MILLISECONDS
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Longer than a request takes. */
const LAST_MILLISECONDS = 1000

/** Waits at the very end of a time step, when the code of the step before would not be valid for long enough. */
async function leaveEndOfStep() {
  const left = STEP_MILLISECONDS - (now().getTime() % STEP_MILLISECONDS)
  if (left <= LAST_MILLISECONDS) await sleep(left)
}

/** Gives a user an authenticator app. The first code is of the step before, so that the present one can be used. */
export async function addTotp(caller: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await call<{ data: { secret: string } }>(startTotp, { method: 'POST', as: caller }))
    .body.data
  await leaveEndOfStep()
  const confirmResponse = await call<{ data: { recovery_codes: string[] } }>(confirmTotp, {
    as: caller,
    body: { code: generateCode(secret, -1) },
  })
  return { secret, recoveryCodes: confirmResponse.body.data.recovery_codes }
}

/** Gives a user a passkey. */
export async function givePasskey(caller: Caller, name = 'Phone') {
  const passkey = makePasskey()
  const { challenge, options } = (
    await call<{ data: { challenge: string; options: { challenge: string } } }>(passkeyOptions, {
      method: 'POST',
      as: caller,
    })
  ).body.data
  const body = { challenge, name, credential: passkey.register(options.challenge) }
  const addResponse = await call<{ data: { id: number; recovery_codes: string[] | null } }>(addPasskey, {
    as: caller,
    body,
  })
  return { passkey, added: addResponse }
}

/** Signs in with the password. */
export function enterPassword(email: string, password: string) {
  return callFromNewIp<SignInBody>(signIn, { body: { email, password } })
}

/** Sends the second factor of a sign-in. */
export function enterFactor(challenge: string, proof: object) {
  return callFromNewIp<SignInBody>(complete, { body: { challenge, ...proof } })
}
