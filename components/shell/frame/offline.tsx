'use client'

import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** A banner while the browser reports to be offline. */
export function OfflineStrip() {
  const t = useTranslations('common')
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  if (isOnline) return null
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2.5 border-b border-rule-strong bg-well px-4 py-1.5 text-sm"
    >
      <WifiOff className="size-4" aria-hidden="true" />
      {t('offline')}
    </p>
  )
}
