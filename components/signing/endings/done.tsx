'use client'

import { Check, Circle, CircleSlash } from 'lucide-react'
import { cx } from '#components/ui/cx.ts'
import { Mark } from '#components/ui/logo.tsx'
import { joinSentences } from '#lib/messages/fill'
import type { SigningTexts } from '#lib/messages/signing'
import { fill } from '../fill.ts'
import { MessageFrame } from '../frame.tsx'
import { isFrameToken } from '../session/calls.ts'
import type { Signing } from '../shapes.ts'
import { Download, type DownloadProps, listKept } from './download.tsx'
import { EndingMessage, EndingTitle } from './ending-message.tsx'

/** The confirmation after signing: what happens next, and the file once everyone has signed. */
export function Done(props: DownloadProps & { isDoneElsewhere: boolean }) {
  const { token, signing, t, isDoneElsewhere } = props
  const { process, signer } = signing
  const isComplete = process.status === 'completed'
  const hasSigned = signer.status === 'signed'
  const isKept = listKept(signing).length > 0
  const completedWhy = isKept ? t.completedWhy : fill(t.fileDeleted, { tenant: signing.tenant.name })
  // In one line: of a name in another script the halves would change places.
  const name = signer.name.replaceAll(' ', '\u00a0')
  const thanks = fill(signer.role === 'approver' ? t.approvedTitle : t.signedTitle, { name })
  return (
    <MessageFrame>
      <Mark className="size-16 text-accent sideways:size-10" />
      <div className="mt-5 sideways:mt-2">
        <EndingTitle>{hasSigned ? thanks : t.completedTitle}</EndingTitle>
      </div>
      <p className="mt-2 text-ink-soft">{process.name}</p>
      <div role="status" className="mt-6 text-lg text-pretty text-ink-soft">
        {hasSigned && isDoneElsewhere ? <p className="mb-2">{t.signedElsewhere}</p> : null}
        {isComplete ? (
          <p>{hasSigned ? joinSentences([t.completedTitle, completedWhy], t) : completedWhy}</p>
        ) : (
          <p>{whatFollows(process, t)}</p>
        )}
      </div>
      {isComplete && isKept ? <Download {...props} /> : null}
      {isComplete || process.seal_blocked ? null : <NextSteps signing={signing} t={t} />}
      {hasSigned && process.redirect_url ? (
        <p className="mt-6">
          <a
            href={process.redirect_url}
            target="_top"
            rel="noreferrer"
            className="text-accent underline underline-offset-4"
          >
            {fill(t.goOn, { host: new URL(process.redirect_url).host })}
          </a>
        </p>
      ) : null}
      {isFrameToken(token) || !process.enable_notifications ? null : (
        <p className="mt-8 text-sm text-ink-faint">{t.closePage}</p>
      )}
    </MessageFrame>
  )
}

/** What happens next; an email only where the sender lets the service send them. */
export function whatFollows(
  { sealing, seal_blocked: isBlocked, sender, enable_notifications: isEmailed }: Signing['process'],
  t: SigningTexts,
): string {
  if (isBlocked) return fill(t.sealBlocked, { sender: sender.name })
  if (sealing) return isEmailed ? t.sealing : t.sealingHere
  return isEmailed ? t.signedWaiting : t.signedWaitingHere
}

/** A completed document that was declared void; it can be downloaded unless it was deleted. */
export function Voided(props: DownloadProps) {
  const { signing, t } = props
  const { name, sender } = signing.process
  const tenant = signing.tenant.name
  const isKept = listKept(signing).length > 0
  return (
    <EndingMessage
      icon={CircleSlash}
      eyebrow={name}
      title={t.voidedTitle}
      contact={sender}
      t={t}
      below={isKept ? <Download {...props} /> : null}
    >
      {joinSentences(
        [fill(t.voidedWhy, { tenant }), isKept ? t.voidedKept : fill(t.fileDeleted, { tenant })],
        t,
      )}
    </EndingMessage>
  )
}

/** What is done, and what comes until the file is there. */
function NextSteps({ signing, t }: Pick<DownloadProps, 'signing' | 't'>) {
  const { sealing } = signing.process
  const steps = [
    { text: signing.signer.role === 'approver' ? t.nextApproved : t.nextSigned, isDone: true },
    { text: t.nextOthers, isDone: sealing },
    { text: t.nextSeal, isDone: false },
    { text: t.nextFile, isDone: false },
  ]
  return (
    <section aria-labelledby="next-steps" className="mt-8 rounded-lg border border-rule bg-card p-5">
      <h2 id="next-steps" className="text-sm font-medium">
        {t.nextTitle}
      </h2>
      <ol className="mt-3 flex flex-col gap-2.5">
        {steps.map(({ text, isDone }) => {
          const Icon = isDone ? Check : Circle
          return (
            <li key={text} className={cx('flex items-start gap-2.5', isDone ? 'text-ink' : 'text-ink-soft')}>
              <Icon
                className={cx('mt-1 size-4 shrink-0', isDone ? 'text-good' : 'text-ink-faint')}
                aria-hidden="true"
              />
              {text}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
