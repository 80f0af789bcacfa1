'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const POLL_MILLISECONDS = 2000

/** Refreshes the page while it is visible, so that new emails appear. */
export function Refresh() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, POLL_MILLISECONDS)
    return () => clearInterval(timer)
  }, [router])
  return null
}
