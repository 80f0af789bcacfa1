import type { RequestMeta } from '#lib/core/ctx'
import { presentLogin, type SignInResult } from '../present.ts'
import type { Login, LoginRecord } from '../schema.ts'
import { signIn } from './sign-in.ts'

/** The record of a login, and whether its address is confirmed, which the response does not have. */
export type ApiLogin = LoginRecord & Pick<SignInResult, 'emailConfirmed'>

/** Exchanges email and password for an access token. */
export async function login(
  requestMeta: RequestMeta,
  input: Login,
  device: string | null = null,
): Promise<ApiLogin> {
  return toApiLogin(await signIn(requestMeta, input, 'token', device))
}

/** The login of a finished sign-in. */
export function toApiLogin(result: SignInResult): ApiLogin {
  return { ...presentLogin(result), emailConfirmed: result.emailConfirmed }
}
