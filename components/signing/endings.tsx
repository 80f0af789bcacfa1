'use client'

import { ArrowDownToLine } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Mark } from '#components/ui/logo.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { fill } from './fill.ts'
import { MessageFrame } from './frame.tsx'
import { downloadPath } from './session/calls.ts'
import type { Signing } from './shapes.ts'

interface EndingProps {
  token: string
  signing: Signing
  t: SigningTexts
}

/** The message when there is nothing to sign (not yet, done or ended); null when it is the signer's turn. */
export function getEnding(signing: Signing): 'done' | 'waiting' | 'refused' | 'cancelled' | 'expired' | null {
  const { process, signer } = signing
  if (process.status === 'completed' || process.status === 'voided') return 'done'
  if (process.status === 'refused' || signer.status === 'refused') return 'refused'
  if (process.status === 'cancelled') return 'cancelled'
  if (process.status === 'expired' || signer.status === 'expired') return 'expired'
  if (signer.status === 'signed') return 'done'
  return signer.status === 'pending' || process.status === 'draft' ? 'waiting' : null
}

export function Ending({ token, signing, t }: EndingProps) {
  const { name } = signing.process
  const sender = signing.process.sender.name
  switch (getEnding(signing)) {
    case 'done':
      return <Done token={token} signing={signing} t={t} />
    case 'waiting':
      return (
        <EndingMessage eyebrow={name} title={t.waitTitle}>
          {t.waitWhy}
        </EndingMessage>
      )
    case 'refused':
      return (
        <EndingMessage eyebrow={name} title={t.refusedTitle}>
          {signing.signer.status === 'refused' ? fill(t.refusedByYou, { sender }) : t.refusedWhy}
        </EndingMessage>
      )
    case 'cancelled':
      return (
        <EndingMessage eyebrow={name} title={t.cancelledTitle}>
          {fill(t.cancelledWhy, { sender })}
        </EndingMessage>
      )
    case 'expired':
      return (
        <EndingMessage eyebrow={name} title={t.expiredTitle}>
          {fill(t.expiredWhy, { sender })}
        </EndingMessage>
      )
    case null:
      return null
  }
}

/** A page with a title and a sentence. */
export function EndingMessage({
  eyebrow,
  title,
  children,
  below,
}: {
  eyebrow?: string
  title: string
  children: ReactNode
  below?: ReactNode
}) {
  return (
    <MessageFrame>
      {eyebrow ? <p className="mb-1 text-ink-soft">{eyebrow}</p> : null}
      <Title>{title}</Title>
      <p className="mt-3 text-lg text-pretty text-ink-soft">{children}</p>
      {below ? <div className="mt-8">{below}</div> : null}
    </MessageFrame>
  )
}

/** Moves the focus to the heading when the state of the page changes. */
function Title({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    title.current?.focus()
  }, [])
  return (
    <h1
      ref={title}
      tabIndex={-1}
      className="heading break-keep [overflow-wrap:anywhere] text-2xl outline-none sm:text-3xl"
    >
      {children}
    </h1>
  )
}

function Done({ token, signing, t }: EndingProps) {
  const { process, signer, documents } = signing
  const complete = process.status === 'completed' || process.status === 'voided'
  const hasSigned = signer.status === 'signed'
  const thanks = fill(signer.role === 'approver' ? t.approvedTitle : t.signedTitle, { name: signer.name })
  return (
    <MessageFrame>
      <Mark className="size-16 text-accent" />
      <div className="mt-5">
        <Title>{hasSigned ? thanks : t.completedTitle}</Title>
      </div>
      <p className="mt-2 text-ink-soft">{process.name}</p>
      <div role="status" className="mt-6 text-lg text-pretty text-ink-soft">
        {process.status === 'voided' ? (
          <p>{fill(t.voidedWhy, { sender: process.sender.name })}</p>
        ) : complete ? (
          <p>{hasSigned ? `${t.completedTitle} ${t.completedWhy}` : t.completedWhy}</p>
        ) : (
          <p>{process.sealing ? t.sealing : t.signedWaiting}</p>
        )}
      </div>
      {complete ? (
        <Button asChild variant="primary" size="lg" className="mt-8 w-full sm:w-auto">
          <a href={downloadPath(token)} download>
            <ArrowDownToLine className="size-4" aria-hidden="true" />
            {documents.length > 1 ? t.downloadAll : t.download}
          </a>
        </Button>
      ) : null}
      {hasSigned && process.redirect_url ? (
        <p className="mt-6">
          <a
            href={process.redirect_url}
            rel="noreferrer"
            className="text-accent underline underline-offset-4"
          >
            {fill(t.goOn, { host: new URL(process.redirect_url).host })}
          </a>
        </p>
      ) : null}
      <p className="mt-8 text-sm text-ink-faint">{t.closePage}</p>
    </MessageFrame>
  )
}
