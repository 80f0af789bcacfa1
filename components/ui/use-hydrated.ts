'use client'

import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/**
 * False until hydration: of a form that is used before, what is typed would be lost, and submitting would put it into
 * the URL.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
