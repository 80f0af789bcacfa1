'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { createPhoneLink } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'
import type { MarkProps } from '../shapes.ts'

const QrCode = dynamic(() => import('#components/ui/qr-code.tsx').then((module) => module.QrCode), {
  ssr: false,
})

const POLL_MILLISECONDS = 2500

/** Shows a QR code with which the signer goes on by phone; this page follows what is done there. */
export function PhoneLink({ kind, onChange, onSubmit }: MarkProps) {
  const { t, token, input } = useSigningSession()
  const mark = input[kind]
  const [before] = useState(mark)
  const link = useMutation({ mutationFn: () => createPhoneLink(token) })
  const client = useQueryClient()
  const isShown = link.isSuccess
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(
      () => client.invalidateQueries({ queryKey: ['signing', token] }),
      POLL_MILLISECONDS,
    )
    return () => clearInterval(timer)
  }, [isShown, client, token])
  const adopt = useEffectEvent(() => {
    onChange(mark)
    onSubmit()
  })
  const isReceived = isShown && mark !== null && mark !== before
  useEffect(() => {
    if (isReceived) adopt()
  }, [isReceived])
  if (!link.data)
    return (
      <div className="mt-3 hidden border-t border-rule pt-3 pointer-fine:block">
        <Button variant="quiet" busy={link.isPending} onClick={() => link.mutate()}>
          <Smartphone className="size-4" aria-hidden="true" />
          {t.phoneContinue}
        </Button>
        {link.isError ? (
          <p role="alert" className="text-sm text-danger">
            {t.errorDetail}
          </p>
        ) : null}
      </div>
    )
  return (
    <div className="mt-3 flex items-center gap-5 border-t border-rule pt-4">
      <QrCode text={link.data.url} label={t.phoneCode} />
      <p role="status" className="text-sm text-ink-soft">
        {t.phoneScan}
      </p>
    </div>
  )
}
