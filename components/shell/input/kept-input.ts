import { withoutAsking } from '#components/api/client.ts'
import { forgetOwnedInput } from '#components/shell/input/owned-storage.ts'

const channelName = 'paraph.signed-out'
/** Changes that take longer are completed by the browser, unless they are large. */
const MAX_SAVING_MILLISECONDS = 2000

/** A feature with input that is not saved at once. */
interface InputHolder {
  /** Saves what still waits, before the session ends or its mode is switched. */
  save: () => Promise<unknown>
  /** Discards what is in memory, in all tabs, when the session has ended. */
  forget?: () => void
}

const holders: InputHolder[] = []

/** Registers a feature with such input. What it keeps in `ownedStorage` is removed at sign-out without it. */
export function registerInputHolder(holder: InputHolder): void {
  holders.push(holder)
}

/** Saves what still waits, before the session ends or its mode is switched. */
export async function saveInput(): Promise<void> {
  const saving = () => Promise.all(holders.map(({ save }) => save()))
  await withoutAsking(() => Promise.race([saving(), pause(MAX_SAVING_MILLISECONDS)]))
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

function forgetInput() {
  for (const { forget } of holders) forget?.()
  forgetOwnedInput()
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
