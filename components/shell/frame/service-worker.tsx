'use client'

import { useEffect } from 'react'

/** Registers the service worker, which shows a page when the device is offline or the service cannot be reached. */
export function ServiceWorker() {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production') return
    // Absent without HTTPS. Without the worker, the browser shows its own error page.
    navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
  }, [])
  return null
}
