import { getCsrfToken, signIn } from 'next-auth/react'
import { api } from '#components/api/client.ts'
import { type FactorProof, type FactorRequest, factorRequestIn } from '#components/second-factor/request.ts'

/** The path to open after signing in; other values than a local path are ignored. */
export function safePath(next: string | undefined): string {
  // Browsers drop control characters and convert backslashes, so both are refused.
  return next && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next) ? next : '/overview'
}

const TRY_AGAIN = 'Signing in failed. Try again in a moment.'

const errorTexts: Record<string, string> = {
  unreachable: 'We cannot reach the service. Check your connection and try again.',
  sso_required: 'Your organisation requires that you sign in through its own identity provider.',
  rate_limited: 'Too many attempts. Try again in 15 minutes.',
}
const passwordTexts: Record<string, string> = {
  ...errorTexts,
  invalid_credentials: 'Incorrect email or password.',
}
const factorTexts: Record<string, string> = {
  ...errorTexts,
  invalid_code: 'That was not right. Try again.',
  invalid_credentials: 'This took too long, or there were too many attempts. Go back and sign in again.',
}

/** Sends the browser to an OpenID provider. @returns null on success, else the error message */
export async function continueWithProvider(id: string, next: string | undefined): Promise<string | null> {
  const csrfToken = await getCsrfToken()
  const form = { csrfToken: csrfToken ?? '', callbackUrl: safePath(next), json: 'true' }
  const response = await fetch(`/api/auth/signin/${id}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  }).catch(() => null)
  if (!response) return errorTexts.unreachable!
  if (response.status === 429) return 'Too many attempts. Try again shortly.'
  const { url } = (await response.json().catch(() => ({}))) as { url?: string }
  if (!url || new URL(url).origin === location.origin)
    return 'The provider does not respond. Try again in a moment.'
  location.assign(url)
  return null
}

/** Signs in with the password alone. @returns null on success, else the error message */
export async function signInWithPassword(email: string, password: string): Promise<string | null> {
  const code = await send('credentials', { email, password })
  return code && (passwordTexts[code] ?? TRY_AGAIN)
}

/** The same; for a user with a second factor, what the service asks for. */
export async function startSignIn(email: string, password: string): Promise<FactorRequest | string | null> {
  const code = await send('credentials', { email, password })
  // The page then offers the provider of the organisation.
  if (code === 'sso_required') location.assign('/login?error=sso_required')
  if (code !== 'second_factor_required') return code && (passwordTexts[code] ?? TRY_AGAIN)
  const request = await api('POST', '/auth/login', { email, password }).then(() => null, factorRequestIn)
  return request ?? TRY_AGAIN
}

/** The second step. @returns null on success, else the error message */
export async function signInWithFactor(challenge: string, proof: FactorProof): Promise<string | null> {
  const fields = 'passkey' in proof ? { passkey: JSON.stringify(proof.passkey) } : proof
  const code = await send('second-factor', { challenge, ...fields })
  return code && (factorTexts[code] ?? TRY_AGAIN)
}

/** @returns null on success, else the error code */
async function send(provider: string, fields: Record<string, string>): Promise<string | null> {
  const response = await signIn(provider, { ...fields, redirect: false }).catch(() => null)
  if (!response) return 'unreachable'
  if (response.ok && !response.error) return null
  return response.status === 429 ? 'rate_limited' : (response.error ?? 'unknown')
}
