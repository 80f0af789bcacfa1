import { signOut } from 'next-auth/react'
import { sendAllDraftDeletions } from '#components/processes/draft-deletion.ts'
import { forgetAllFormDrafts } from '#components/shell/form-draft.ts'
import { forgetAllUnsaved } from '#components/zones/unsaved-zones.ts'

/** Ends the session and removes the input that is kept in this browser. */
export async function signOutAndForget(): Promise<void> {
  await sendAllDraftDeletions()
  forgetAllUnsaved()
  forgetAllFormDrafts()
  await signOut({ callbackUrl: '/login' })
}
