import type { RequestMeta } from '#lib/core/ctx'
import { presentLogin } from '../present.ts'
import type { Login, LoginRecord } from '../schema.ts'
import { signIn } from './sign-in.ts'

/** Exchanges email and password for an access token. */
export async function login(
  requestMeta: RequestMeta,
  input: Login,
  device: string | null = null,
): Promise<LoginRecord> {
  return presentLogin(await signIn(requestMeta, input, 'token', device))
}
