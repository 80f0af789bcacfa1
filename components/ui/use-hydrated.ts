'use client'

import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** False until hydration: a form submitted before would put its secrets into the URL. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
