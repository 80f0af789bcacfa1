import { api } from '#components/api/client.ts'

/** The channel of this tab, which does not get its own messages. */
let channel: BroadcastChannel | null = null

/** Sets the mode of the session, and tells it to the other tabs. */
export async function setTestMode(test_mode: boolean) {
  const body = await api('PUT /account/test-mode', { body: { test_mode } })
  channel?.postMessage(null)
  return body
}

/** Calls back when the mode of the session is set in another tab. @returns ends it */
export function onTestModeSetElsewhere(callback: () => void): () => void {
  const opened = new BroadcastChannel('paraph.test-mode')
  opened.onmessage = callback
  channel = opened
  return () => {
    channel = null
    opened.close()
  }
}
