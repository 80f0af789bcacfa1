import { signIn } from 'next-auth/react'

/** Where to go after signing in: only a path of our own is believed. */
export function safePath(next: string | undefined): string {
  // Browsers drop control characters and turn backslashes: what begins as a path must also be one to them.
  return next && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next) ? next : '/overview'
}

const errorTexts: Record<string, string> = {
  invalid_credentials: 'Incorrect email or password.',
  rate_limited: 'Too many tries. Wait a quarter of an hour and try again.',
}

/** Signs in; gives null when that worked, else the refusal in words. */
export async function signInWithPassword(email: string, password: string): Promise<string | null> {
  const answer = await signIn('credentials', { email, password, redirect: false }).catch(() => null)
  if (!answer) return 'The service cannot be reached. Check your connection and try again.'
  if (answer.ok && !answer.error) return null
  if (answer.status === 429) return errorTexts.rate_limited ?? null
  return errorTexts[answer.error ?? ''] ?? 'Signing in did not work. Try again in a moment.'
}
