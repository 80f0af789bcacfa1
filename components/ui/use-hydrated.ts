'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False until the page's scripts run: a form sent before would go out as the browser does it, its secrets in the address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
