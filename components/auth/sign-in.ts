import { signIn } from 'next-auth/react'

/** The path to open after signing in; other values than a local path are ignored. */
export function safePath(next: string | undefined): string {
  // Browsers drop control characters and convert backslashes, so both are refused.
  return next && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next) ? next : '/overview'
}

const errorTexts: Record<string, string> = {
  invalid_credentials: 'Incorrect email or password.',
  rate_limited: 'Too many attempts. Try again in 15 minutes.',
}

/** Signs in. @returns null on success, else the error message */
export async function signInWithPassword(email: string, password: string): Promise<string | null> {
  const response = await signIn('credentials', { email, password, redirect: false }).catch(() => null)
  if (!response) return 'We cannot reach the service. Check your connection and try again.'
  if (response.ok && !response.error) return null
  if (response.status === 429) return errorTexts.rate_limited ?? null
  return errorTexts[response.error ?? ''] ?? 'Signing in failed. Try again in a moment.'
}
