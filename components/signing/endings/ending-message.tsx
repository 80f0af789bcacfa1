'use client'

import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { SigningTexts } from '#lib/messages/signing'
import { fill } from '../fill.ts'
import { MessageFrame } from '../frame.tsx'

interface Contact {
  name: string
  email: string
}

interface EndingMessageProps {
  icon: LucideIcon
  eyebrow?: string
  title: string
  children: ReactNode
  /** What the signer can do here. */
  below?: ReactNode
  /** Whom to ask, if known. */
  contact?: Contact
  t: SigningTexts
}

/** A page with a title and a sentence, and whom to ask. */
export function EndingMessage({
  icon: Icon,
  eyebrow,
  title,
  children,
  below,
  contact,
  t,
}: EndingMessageProps) {
  return (
    <MessageFrame>
      <span className="mb-6 flex size-14 items-center justify-center rounded-full bg-well text-ink-soft sideways:mb-3">
        <Icon className="size-6" strokeWidth={1.5} aria-hidden="true" />
      </span>
      {eyebrow ? <p className="mb-1 text-ink-soft">{eyebrow}</p> : null}
      <EndingTitle>{title}</EndingTitle>
      <p className="mt-3 text-lg text-pretty text-ink-soft">{children}</p>
      {below ? <div className="mt-8">{below}</div> : null}
      {contact?.email ? <ContactLine contact={contact} t={t} /> : null}
    </MessageFrame>
  )
}

/** Whom to ask, with a link that writes an email. */
export function ContactLine({ contact, t }: { contact: Contact; t: SigningTexts }) {
  return (
    <p className="mt-10 border-t border-rule pt-5 text-ink-soft">
      {fill(t.contact, { sender: contact.name })}{' '}
      <a
        href={`mailto:${contact.email}`}
        className="inline-block max-w-full [overflow-wrap:anywhere] text-accent underline underline-offset-4 hover:text-accent-deep"
      >
        {contact.email}
      </a>
    </p>
  )
}

/** Moves the focus to the heading when the state of the page changes. */
export function EndingTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    title.current?.focus()
  }, [])
  return (
    <h1
      ref={title}
      tabIndex={-1}
      className="heading break-keep [overflow-wrap:anywhere] text-2xl outline-none sm:text-3xl sideways:text-2xl"
    >
      {children}
    </h1>
  )
}
