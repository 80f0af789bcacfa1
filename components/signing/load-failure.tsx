'use client'

import { CloudOff, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isServiceReady } from '#components/api/readiness.ts'
import { Button } from '#components/ui/button.tsx'
import { ShowToastContext } from '#components/ui/lazy/toast.tsx'
import type { SigningTexts } from '#lib/messages/signing'

/**
 * Says that a dialog or menu could not be loaded, which happens without a connection: in the language of the signer,
 * and without the code of toasts, which could not be loaded either. What a captive portal has answered is only loaded
 * again with the page, which keeps the input.
 */
export function LoadFailure({ t, children }: { t: SigningTexts; children: ReactNode }) {
  const [hasFailed, setFailed] = useState(false)
  const fail = () => setFailed(true)
  const reload = async () => {
    if (await isServiceReady()) location.reload()
  }
  useEffect(() => {
    const close = () => setFailed(false)
    window.addEventListener('online', close)
    return () => window.removeEventListener('online', close)
  }, [])
  return (
    <ShowToastContext value={fail}>
      {children}
      <div role="alert" className="fixed inset-x-0 top-0 z-40">
        {hasFailed ? (
          <div className="flex items-center gap-3 border-b border-warn/40 bg-warn-wash px-4 py-2 text-warn shadow-float sm:px-6">
            <CloudOff className="size-4 shrink-0" aria-hidden="true" />
            <p className="min-w-0 flex-1 text-pretty">{t.offline}</p>
            <Button variant="line" onClick={reload}>
              {t.retry}
            </Button>
            <Button
              variant="quiet"
              size="icon"
              className="shrink-0"
              aria-label={t.close}
              onClick={() => setFailed(false)}
            >
              <X className="size-4" aria-hidden="true" />
            </Button>
          </div>
        ) : null}
      </div>
    </ShowToastContext>
  )
}
