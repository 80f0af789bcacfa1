import { forgetAllDeletedDrafts } from '#components/processes/drafts/deleted-drafts.ts'
import { forgetAllFormDrafts } from '#components/shell/input/form-draft.ts'
import { forgetAllZones } from '#components/zones/saving/savers.ts'

const channelName = 'paraph.signed-out'

function forgetInput() {
  forgetAllFormDrafts()
  forgetAllDeletedDrafts()
  forgetAllZones()
}

/** Removes the unsaved input that this browser keeps, in all tabs, when the user has signed out. */
export function forgetInputInAllTabs(): void {
  forgetInput()
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

/** Removes the unsaved input of this tab when the user signs out in another one. @returns ends it */
export function forgetInputOnSignOutElsewhere(): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = forgetInput
  return () => channel.close()
}
