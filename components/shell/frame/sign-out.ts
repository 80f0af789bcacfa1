import { signOut } from 'next-auth/react'
import { forgetInputInAllTabs, saveInput } from '#components/shell/input/kept-input.ts'

/**
 * Saves what still waits, ends the session, and removes the input that is kept in this browser.
 * @param end ends the session. @returns the URL of the next page
 */
export async function signOutAndForget(end: () => Promise<string> = endSession): Promise<void> {
  await saveInput()
  const url = await end()
  // Only now, so that a sign-out that fails loses nothing.
  forgetInputInAllTabs()
  // In place of the page, to which “Back” would lead.
  location.replace(url)
}

async function endSession(): Promise<string> {
  await signOut({ redirect: false, callbackUrl: '/login' })
  return '/login'
}
