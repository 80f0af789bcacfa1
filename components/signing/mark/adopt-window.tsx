'use client'

import { useMutation } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DialogWindow } from '#components/ui/lazy/dialog-window.tsx'
import { type SignatureKind, signatureKinds } from '#lib/core/signature-kinds'
import { createPhoneLink } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'
import type { SubmittedMark } from '../shapes.ts'
import { DrawMark } from './draw-mark.tsx'
import { PhoneLink } from './phone-link.tsx'
import { TypeMark } from './type-mark.tsx'
import { UploadMark } from './upload-mark.tsx'

export interface AdoptProps {
  kind: 'signature' | 'initials' | null
  onClose: () => void
  onAdopt: (kind: 'signature' | 'initials', mark: SubmittedMark) => void
}

/** The dialog to create a signature or initials: drawn, typed or uploaded. */
export function AdoptWindow({ kind, onClose, onAdopt }: AdoptProps) {
  const { t } = useSigningSession()
  const title = kind === 'initials' ? t.adoptInitials : t.adoptSignature
  return (
    <DialogWindow
      open={kind !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={<span className="block text-balance">{t.adoptWhy}</span>}
      closeLabel={t.close}
      wide
    >
      {kind ? <MarkTabs kind={kind} onAdopt={(mark) => onAdopt(kind, mark)} onReceived={onClose} /> : null}
    </DialogWindow>
  )
}

const tabClass =
  'min-h-11 grow border-b-2 border-transparent px-1 text-sm sm:text-base font-medium text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink'

const contentClass = 'pt-4 sideways:pt-2'

/** The footer sticks to the lower edge on a low screen; on a phone in landscape it is beside the drawing pad. */
const footerClass =
  'sticky -bottom-5 -mb-5 bg-card pt-2 pb-5 enlarged:static sm:-bottom-7 sm:-mb-7 sm:pb-7 ' +
  'sideways:top-0 sideways:bottom-auto sideways:mb-0 sideways:flex sideways:max-w-48 sideways:flex-col-reverse sideways:self-start sideways:bg-transparent sideways:pb-0'

const missing = { drawn: 'drawFirst', typed: 'typeFirst', uploaded: 'uploadFirst' } as const
const panels = { drawn: DrawMark, typed: TypeMark, uploaded: UploadMark }

/** One tab for each kind that the sender allows, and what is submitted. */
function MarkTabs({
  kind,
  onAdopt,
  onReceived,
}: {
  kind: 'signature' | 'initials'
  onAdopt: (mark: SubmittedMark) => void
  /** The signer has made it on the phone. */
  onReceived: () => void
}) {
  const { t, token, input, signing } = useSigningSession()
  const allowed = signatureKinds.filter((method) => signing.process.signature_kinds.includes(method))
  const before = input[kind]?.method
  const [method, setMethod] = useState<SignatureKind>(
    before && allowed.includes(before) ? before : (allowed[0] ?? 'typed'),
  )
  const [error, setError] = useState<(typeof missing)[SignatureKind] | 'errorDetail' | null>(null)
  const mark = useRef<SubmittedMark | null>(null)
  const phoneLink = useMutation({
    mutationFn: () => createPhoneLink(token),
    onMutate: () => setError(null),
    onSuccess: () => {
      mark.current = null
    },
    onError: () => setError('errorDetail'),
  })

  const onChange = (next: SubmittedMark | null) => {
    mark.current = next
    if (next) setError(null)
  }
  function onSubmit() {
    if (mark.current) return onAdopt(mark.current)
    setError(missing[method])
  }
  if (phoneLink.data)
    return <PhoneLink kind={kind} link={phoneLink.data} onReceived={onReceived} onBack={phoneLink.reset} />
  const names = { drawn: t.draw, typed: t.type, uploaded: t.upload }
  return (
    <Tabs.Root
      value={method}
      onValueChange={(next) => {
        mark.current = null
        setError(null)
        setMethod(next as SignatureKind)
      }}
      className="sideways:grid sideways:grid-cols-[minmax(0,1fr)_auto] sideways:gap-x-5"
    >
      <Tabs.List
        aria-label={kind === 'initials' ? t.adoptInitials : t.adoptSignature}
        className="flex flex-wrap border-b border-rule sideways:col-span-2"
      >
        {allowed.map((each) => (
          <Tabs.Trigger key={each} value={each} className={tabClass}>
            {names[each]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {allowed.map((each) => {
        const Panel = panels[each]
        return (
          <Tabs.Content key={each} value={each} className={contentClass} tabIndex={-1}>
            <Panel kind={kind} onChange={onChange} onSubmit={onSubmit} />
          </Tabs.Content>
        )
      })}
      <div className={footerClass}>
        <p role="alert" className="min-h-5 text-sm text-danger sideways:mt-2 sideways:empty:hidden">
          {error && t[error]}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-2 sideways:mt-0">
          <Button
            variant="primary"
            size="lg"
            className="w-full sm:w-auto sideways:w-full sideways:px-4"
            onClick={onSubmit}
          >
            {kind === 'initials' ? t.useInitials : t.useSignature}
          </Button>
          <Button
            variant="quiet"
            size="lg"
            className="hidden sm:pointer-fine:inline-flex sideways:w-full sideways:px-4 sideways:text-start"
            busy={phoneLink.isPending}
            onClick={() => phoneLink.mutate()}
          >
            <Smartphone className="size-4 shrink-0" aria-hidden="true" />
            {t.phoneContinue}
          </Button>
        </div>
      </div>
    </Tabs.Root>
  )
}
