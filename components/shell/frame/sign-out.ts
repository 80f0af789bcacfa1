import { signOut } from 'next-auth/react'
import { withoutAsking } from '#components/api/client.ts'
import { forgetInputInAllTabs, saveInput } from '#components/shell/input/kept-input.ts'

/** Changes that take longer are completed by the browser, unless they are large. */
const MAX_SAVING_MILLISECONDS = 2000

/**
 * Saves what still waits, ends the session, and removes the input that is kept in this browser.
 * @param end ends the session. @returns the URL of the next page
 */
export async function signOutAndForget(end: () => Promise<string> = endSession): Promise<void> {
  await withoutAsking(() => Promise.race([saveInput(), pause(MAX_SAVING_MILLISECONDS)]))
  const url = await end()
  // Only now, so that a sign-out that fails loses nothing.
  forgetInputInAllTabs()
  location.assign(url)
}

async function endSession(): Promise<string> {
  await signOut({ redirect: false, callbackUrl: '/login' })
  return '/login'
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
