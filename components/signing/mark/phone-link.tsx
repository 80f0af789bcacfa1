'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { QrCode } from '#components/ui/lazy/qr-code.ts'
import type { PhoneLinkRecord } from '#lib/signing/schema'
import { useSigningSession } from '../session/context.ts'
import type { MarkProps } from '../shapes.ts'

const POLL_MILLISECONDS = 2500
/** How long the link is valid; measured here, because the clock of this device may be wrong. */
const VALID_MILLISECONDS = 600_000

interface PhoneLinkProps extends Pick<MarkProps, 'kind'> {
  link: PhoneLinkRecord
  /** The signature or initials of the phone were taken over. */
  onReceived: () => void
  onBack: () => void
}

/** A QR code with which the signer goes on by phone; this page takes over the draft that the phone saves. */
export function PhoneLink({ kind, link, onReceived, onBack }: PhoneLinkProps) {
  const { t, token, input } = useSigningSession()
  const client = useQueryClient()
  const panel = useRef<HTMLDivElement>(null)
  // The draft that another device has saved holds the same signature as a new object.
  const mark = JSON.stringify(input[kind])
  const [before] = useState(mark)
  const isReceived = input[kind] !== null && mark !== before

  const receive = useEffectEvent(onReceived)
  useEffect(() => {
    if (isReceived) receive()
  }, [isReceived])

  const end = useEffectEvent(onBack)
  useEffect(() => {
    const refresh = () => client.invalidateQueries({ queryKey: ['signing', token] })
    const polling = setInterval(refresh, POLL_MILLISECONDS)
    const expiry = setTimeout(() => end(), VALID_MILLISECONDS)
    return () => {
      clearInterval(polling)
      clearTimeout(expiry)
    }
  }, [client, token])

  // The button that had the focus is gone.
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <div className="flex flex-wrap items-center gap-6 border-t border-rule pt-5">
        <div className="size-48">
          <QrCode text={link.url} label={t.phoneCode} />
        </div>
        <p role="status" className="min-w-56 flex-1 text-pretty text-ink-soft">
          {t.phoneScan}
        </p>
      </div>
      <Button className="mt-6" onClick={onBack}>
        {t.back}
      </Button>
    </div>
  )
}
