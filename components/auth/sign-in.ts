import { getCsrfToken, signIn } from 'next-auth/react'
import { api } from '#components/api/client.ts'
import type { Messages } from '#components/i18n/messages.ts'
import { type FactorProof, type FactorRequest, getFactorRequest } from '#components/second-factor/request.ts'

/** The path to open after signing in: `next` if it is a local path, else the overview. */
export function safePath(next: string | undefined): string {
  // Browsers drop control characters and convert backslashes, so both are refused.
  return next && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next) ? next : '/overview'
}

/** The failures of a sign-in, with their texts in `auth.signInErrors` of the translations. */
export type SignInError = keyof Messages['auth']['signInErrors']

const errors: Record<string, SignInError> = {
  unreachable: 'unreachable',
  sso_required: 'ssoRequired',
  rate_limited: 'rateLimited',
}
const passwordErrors: Record<string, SignInError> = { ...errors, invalid_credentials: 'wrongPassword' }
const factorErrors: Record<string, SignInError> = {
  ...errors,
  invalid_code: 'wrongCode',
  invalid_credentials: 'factorExpired',
}

/** Sends the browser to an OpenID provider. @returns null on success */
export async function continueWithProvider(
  id: string,
  next: string | undefined,
): Promise<SignInError | null> {
  const csrfToken = await getCsrfToken()
  const form = { csrfToken: csrfToken ?? '', callbackUrl: safePath(next), json: 'true' }
  const response = await fetch(`/api/auth/signin/${id}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  }).catch(() => null)
  if (!response) return 'unreachable'
  if (response.status === 429) return 'providerRateLimited'
  const { url } = (await response.json().catch(() => ({}))) as { url?: string }
  if (!url || new URL(url).origin === location.origin) return 'providerUnreachable'
  location.assign(url)
  return null
}

/** Signs in with the password alone. @returns null on success */
async function signInWithPassword(email: string, password: string): Promise<SignInError | null> {
  const code = await send('credentials', { email, password })
  return code === null ? null : (passwordErrors[code] ?? 'failed')
}

/** Opens a page. Never resolves, so that the form stays busy until the page is there. */
export function openPage(path: string): Promise<never> {
  location.assign(path)
  return new Promise(() => undefined)
}

/** Signs in after a password was chosen, and opens the dashboard; the sign-in page if that fails, or asks for more. */
export async function openDashboard(email: string, password: string): Promise<never> {
  return openPage((await signInWithPassword(email, password)) === null ? '/overview' : '/login')
}

/** The first step of a sign-in. @returns null on success; for a user with a second factor the request for it */
export async function startSignIn(
  email: string,
  password: string,
): Promise<{ request: FactorRequest } | { error: SignInError } | null> {
  const code = await send('credentials', { email, password })
  if (code === null) return null
  if (code !== 'second_factor_required') return { error: passwordErrors[code] ?? 'failed' }
  const request = await api('POST /auth/login', { body: { email, password } }).then(
    () => null,
    getFactorRequest,
  )
  return request ? { request } : { error: 'failed' }
}

/** The second step. @returns null on success */
export async function signInWithFactor(challenge: string, proof: FactorProof): Promise<SignInError | null> {
  const fields = 'passkey' in proof ? { passkey: JSON.stringify(proof.passkey) } : proof
  const code = await send('second-factor', { challenge, ...fields })
  return code === null ? null : (factorErrors[code] ?? 'failed')
}

/** @returns null on success, else the error code */
async function send(provider: string, fields: Record<string, string>): Promise<string | null> {
  // Not the page's own URL, whose parameter `error` would count as the error of this sign-in.
  const options = { redirect: false, callbackUrl: `${location.origin}/login` } as const
  const response = await signIn(provider, { ...fields, ...options }).catch(() => null)
  if (!response) return 'unreachable'
  if (response.ok && !response.error) return null
  return response.status === 429 ? 'rate_limited' : (response.error ?? 'unknown')
}
