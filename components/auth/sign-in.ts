import { getCsrfToken, signIn } from 'next-auth/react'

/** The path to open after signing in; other values than a local path are ignored. */
export function safePath(next: string | undefined): string {
  // Browsers drop control characters and convert backslashes, so both are refused.
  return next && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next) ? next : '/overview'
}

const errorTexts: Record<string, string> = {
  sso_required: 'Your organisation requires that you sign in through its own identity provider.',
  invalid_credentials: 'Incorrect email or password.',
  rate_limited: 'Too many attempts. Try again in 15 minutes.',
}

const SSO_REQUIRED = 'sso_required'
const UNREACHABLE = 'We cannot reach the service. Check your connection and try again.'

/** Sends the browser to an OpenID provider. @returns null on success, else the error message */
export async function continueWithProvider(id: string, next: string | undefined): Promise<string | null> {
  const csrfToken = await getCsrfToken()
  const form = { csrfToken: csrfToken ?? '', callbackUrl: safePath(next), json: 'true' }
  const response = await fetch(`/api/auth/signin/${id}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  }).catch(() => null)
  if (!response) return UNREACHABLE
  if (response.status === 429) return 'Too many attempts. Try again shortly.'
  const { url } = (await response.json().catch(() => ({}))) as { url?: string }
  if (!url || new URL(url).origin === location.origin)
    return 'The provider does not respond. Try again in a moment.'
  location.assign(url)
  return null
}

/** Signs in. @returns null on success, else the error message */
export async function signInWithPassword(email: string, password: string): Promise<string | null> {
  const response = await signIn('credentials', { email, password, redirect: false }).catch(() => null)
  if (!response) return UNREACHABLE
  if (response.ok && !response.error) return null
  if (response.status === 429) return errorTexts.rate_limited ?? null
  // The page then offers the provider of the organisation.
  if (response.error === SSO_REQUIRED) location.assign(`/login?error=${SSO_REQUIRED}`)
  return errorTexts[response.error ?? ''] ?? 'Signing in failed. Try again in a moment.'
}
