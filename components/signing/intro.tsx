'use client'

import { FileText } from 'lucide-react'
import { usePreferences } from '#components/ui/preferences.tsx'
import { formatTag } from '#lib/core/locales'
import { fill, fillPlural } from './fill.ts'
import { useSigningSession } from './session/context.ts'

/** The sender, the process and the message above the documents. */
export function Intro() {
  const { signing, senderName, t } = useSigningSession()
  const { process, documents, signer } = signing
  const askText =
    signer.role === 'approver' ? t.asksApprove : signer.role === 'viewer' ? t.asksRead : t.asksSign
  const { timeZone } = usePreferences()
  const day = (iso: string) =>
    new Intl.DateTimeFormat(formatTag(t.locale), { dateStyle: 'long', timeZone }).format(new Date(iso))
  return (
    <div>
      <p className="text-ink-soft">{fill(askText, { sender: senderName })}</p>
      <h1 dir="auto" className="heading mt-1 text-2xl sm:text-3xl lg:text-2xl">
        {process.name}
      </h1>
      {process.message ? (
        <blockquote
          dir="auto"
          aria-label={fill(t.messageFrom, { sender: senderName })}
          className="mt-4 border-l-2 border-rule-strong pl-4 font-serif text-lg whitespace-pre-line text-ink-soft italic"
        >
          {process.message}
        </blockquote>
      ) : null}
      <ul
        className="mt-5 flex flex-col gap-2"
        aria-label={fillPlural(t.documents, { count: documents.length }, t)}
      >
        {documents.map((document) => (
          <li key={document.id} className="flex items-baseline gap-2.5 text-sm">
            <FileText className="size-4 shrink-0 translate-y-0.5 text-ink-faint" aria-hidden="true" />
            <bdi className="min-w-0 break-words">{document.name}</bdi>
            <span className="ml-auto shrink-0 text-ink-faint">
              {fillPlural(t.pages, { count: document.page_count }, t)}
            </span>
          </li>
        ))}
      </ul>
      {process.expires_at ? (
        <p className="mt-4 text-sm text-ink-faint">{fill(t.until, { date: day(process.expires_at) })}</p>
      ) : null}
    </div>
  )
}
