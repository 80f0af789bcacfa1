import type { Visit } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { forbidden } from '#lib/core/errors'
import { found } from './internal/founding.ts'
import { countSignUp } from './internal/login-limits.ts'
import { presentLogin } from './present.ts'
import type { LoginRecord, SignUp } from './schema.ts'

/** Makes a tenant and its first administrator, and signs them in. */
export async function signUp(visit: Visit, input: SignUp): Promise<LoginRecord> {
  if (env().signup === 'closed') throw forbidden('Sign-up is closed on this installation.')
  await countSignUp(visit)
  return presentLogin(await found(visit, input, 'token'))
}
