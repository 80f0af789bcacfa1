import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** Whether this is the browser, after it has taken over the HTML of the server. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
