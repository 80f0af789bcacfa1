'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const PAUSE_MILLISECONDS = 2000

/** Asks for the page anew while it is looked at, so that a mail appears by itself. */
export function Refresh() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, PAUSE_MILLISECONDS)
    return () => clearInterval(timer)
  }, [router])
  return null
}
