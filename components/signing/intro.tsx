'use client'

import { FileText } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#components/ui/cx.ts'
import { ActsFor } from './acts-for.tsx'
import { fill, fillPlural } from './fill.ts'
import { useSigningSession } from './session/context.ts'
import { Until } from './until.tsx'

/** The sender, the process and the message above the documents. */
export function Intro({ isNarrow }: { isNarrow: boolean }) {
  const { signing, senderName, t } = useSigningSession()
  const { process, documents, signer } = signing
  const askText =
    signer.role === 'approver' ? t.asksApprove : signer.role === 'viewer' ? t.asksRead : t.asksSign
  return (
    <div
      className={cx(
        'flex flex-col gap-3 sm:gap-4 sideways:gap-2',
        // On a phone held sideways the message is beside the rest, so that the first screen shows the document.
        !isNarrow &&
          'sideways:grid sideways:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sideways:grid-rows-[auto_1fr] sideways:gap-x-6 sideways:gap-y-1',
      )}
    >
      <div>
        <p className="text-ink-soft sideways:text-sm">{fill(askText, { sender: senderName })}</p>
        <h1 className="heading mt-0.5 text-2xl sm:text-3xl lg:text-2xl sideways:text-lg">
          <bdi>{process.name}</bdi>
        </h1>
      </div>
      <ActsFor />
      {process.message ? <Message text={process.message} /> : null}
      <div className="flex flex-col gap-1.5 sideways:flex-row sideways:flex-wrap sideways:gap-x-4 sideways:gap-y-0">
        <ul
          className="flex flex-col gap-1.5 sm:max-w-md lg:max-w-none sideways:gap-0"
          aria-label={fillPlural(t.documents, { count: documents.length }, t)}
        >
          {documents.map((document) => (
            <li key={document.id} className="flex items-baseline gap-2.5 text-sm">
              <FileText className="size-4 shrink-0 translate-y-0.5 text-ink-faint" aria-hidden="true" />
              <span className="min-w-16 flex-1 wrap-anywhere">
                <bdi>{document.name}</bdi>
              </span>
              <span className="text-end text-ink-faint">
                {fillPlural(t.pages, { count: document.page_count }, t)}
              </span>
            </li>
          ))}
        </ul>
        <Until className="text-sm text-ink-faint" />
      </div>
    </div>
  )
}

/** About as many characters as five lines of a phone have. */
const LONG_MESSAGE = 170

/** The sender's message; of a long one the first lines, because the document comes after it. */
function Message({ text }: { text: string }) {
  const { senderName, t } = useSigningSession()
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > LONG_MESSAGE || text.split('\n').length > 4
  return (
    <div className="sideways:row-span-2">
      <blockquote
        dir="auto"
        aria-label={fill(t.messageFrom, { sender: senderName })}
        className={cx(
          'border-s-2 border-rule-strong ps-4 font-serif text-lg whitespace-pre-line text-ink-soft slanted sideways:text-base',
          isLong && !isWhole && 'line-clamp-4 sideways:line-clamp-2',
        )}
      >
        {text}
      </blockquote>
      {isLong ? (
        <button
          type="button"
          onClick={() => setWhole(!isWhole)}
          className="mt-1 min-h-9 text-sm text-accent underline underline-offset-4 hover:text-accent-deep"
        >
          {isWhole ? t.messageBeginning : t.wholeMessage}
        </button>
      ) : null}
    </div>
  )
}
