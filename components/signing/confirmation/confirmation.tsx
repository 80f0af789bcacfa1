'use client'

import { Hourglass, IdCard, KeyRound, type LucideIcon, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { ContactLine, EndingTitle } from '../endings/ending-message.tsx'
import { fill, fillPlural } from '../fill.ts'
import { MessageFrame } from '../frame.tsx'
import type { Signing } from '../shapes.ts'
import { ConfirmationForm } from './confirmation-form.tsx'
import { CredentialChoice } from './credential-choice.tsx'
import { VisitButton } from './visit-button.tsx'

interface ConfirmationProps {
  token: string
  signing: Signing
  t: SigningTexts
  /** Loads the state again. */
  onChanged: () => Promise<unknown>
}

/** The last step of a signature that a remote signing service makes: the signer confirms it here or at the provider. */
export function Confirmation({ token, signing, t, onChanged }: ConfirmationProps) {
  const { process, signer, confirmation } = signing
  const [isChoosing, setChoosing] = useState(false)
  if (!confirmation || confirmation.state === 'code_required') return null
  const { state, mode, certificate, signatures, credentials } = confirmation
  const names = {
    provider: confirmation.provider || signing.tenant.name,
    email: signer.email,
    sender: process.sender.name,
  }
  const common = { token, confirmation, provider: names.provider, t, onChanged }
  if (state === 'choose' || (state === 'waiting' && isChoosing))
    return (
      <ConfirmationFrame icon={IdCard} signing={signing} title={t.confirmChooseTitle} t={t}>
        <p className="mt-3 text-lg text-pretty text-ink-soft">{fill(t.confirmChooseWhy, names)}</p>
        <CredentialChoice
          {...common}
          onChanged={async () => {
            await onChanged()
            setChoosing(false)
          }}
        />
      </ConfirmationFrame>
    )
  if (state !== 'waiting')
    return (
      <ConfirmationFrame
        icon={state === 'confirmed' ? ShieldCheck : Hourglass}
        signing={signing}
        title={t.confirmWaitTitle}
        t={t}
      >
        <p role="status" className="mt-3 text-lg text-pretty text-ink-soft">
          {fill(waitTexts(t)[state], names)}
        </p>
      </ConfirmationFrame>
    )
  return (
    <ConfirmationFrame icon={KeyRound} signing={signing} title={t.confirmTitle} t={t}>
      <p className="mt-3 text-lg text-pretty text-ink-soft">
        {fill(mode === 'oauth2code' ? t.confirmVisitWhy : t.confirmEnterWhy, names)}
      </p>
      {certificate ? (
        <p className="mt-3 text-sm [overflow-wrap:anywhere] text-ink-soft">
          {fill(t.confirmCertificate, { name: certificate.subject, issuer: certificate.issuer })}
        </p>
      ) : null}
      {signatures > 1 ? (
        <p className="mt-1 text-sm text-ink-soft">{fillPlural(t.confirmLeft, { count: signatures }, t)}</p>
      ) : null}
      {mode === 'oauth2code' ? <VisitButton {...common} /> : <ConfirmationForm {...common} />}
      {credentials.length > 0 ? (
        <Button variant="quiet" className="mt-3" onClick={() => setChoosing(true)}>
          {t.confirmOther}
        </Button>
      ) : null}
      <p className="mt-6 text-sm text-pretty text-ink-soft">{t.confirmLater}</p>
    </ConfirmationFrame>
  )
}

const waitTexts = (t: SigningTexts) => ({
  preparing: t.confirmPreparing,
  confirmed: t.confirmDone,
  unavailable: t.confirmUnavailable,
})

interface ConfirmationFrameProps {
  icon: LucideIcon
  signing: Signing
  title: string
  t: SigningTexts
  children: ReactNode
}

function ConfirmationFrame({ icon: Icon, signing, title, t, children }: ConfirmationFrameProps) {
  return (
    <MessageFrame>
      <span className="mb-6 flex size-14 items-center justify-center rounded-full bg-accent-wash text-accent sideways:mb-3 sideways:size-10">
        <Icon className="size-6" strokeWidth={1.5} aria-hidden="true" />
      </span>
      <p className="mb-1 text-ink-soft">{signing.process.name}</p>
      <EndingTitle key={title}>{title}</EndingTitle>
      {children}
      <ContactLine contact={signing.process.sender} t={t} />
    </MessageFrame>
  )
}
