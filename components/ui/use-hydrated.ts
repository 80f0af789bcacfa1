'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False until hydration: a form submitted before would put its secrets into the URL. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
