import type { Visit } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { type FieldErrors, forbidden } from '#lib/core/errors'
import type { Sound } from '#lib/core/sound'
import { found } from './internal/founding.ts'
import { countSignUp } from './internal/login-limits.ts'
import { newcomerFaults } from './internal/newcomer.ts'
import { presentLogin } from './present.ts'
import type { LoginRecord, SignUp } from './schema.ts'

/** Makes a tenant and its first administrator, and signs them in. */
export async function signUp(visit: Visit, input: SignUp): Promise<LoginRecord> {
  await countSignUp(visit)
  return presentLogin(await found(visit, input, 'token'))
}

/** What is wrong with a sign-up beside its form; asking counts as one. */
export async function signUpFaults(visit: Visit, input: Sound<SignUp>): Promise<FieldErrors> {
  await countSignUp(visit)
  return newcomerFaults(input)
}

/** The switch `SIGNUP`: closed, whatever is sent is refused. */
export function requireOpenSignUp(): void {
  if (env().signup === 'closed') throw forbidden('Sign-up is closed on this installation.')
}
