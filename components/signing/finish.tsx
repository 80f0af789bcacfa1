'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { formatTag } from '#lib/core/locales'
import { ConsentText } from './consent-text.tsx'
import { fill } from './fill.ts'
import { MarkImage } from './mark/mark-image.tsx'
import { formatError, Notice } from './notice.tsx'
import { useSigningSession } from './session/context.ts'
import { getSubmittedSignature } from './session/submission.ts'
import { type SubmissionProps, useSubmission } from './session/use-submission.ts'
import { getPreparation } from './shapes.ts'

interface FinishProps extends SubmissionProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Pages were shown in this browser. */
  shown: boolean
}

/** The last step: summary, consent and the button to sign. */
export function Finish({ open, onOpenChange, shown, ...outcomes }: FinishProps) {
  const session = useSigningSession()
  const { signing, changing, t } = session
  const signature = getSubmittedSignature(session)
  const preparation = getPreparation(signing)
  // The signer must agree again when the text or the documents have changed.
  const agreement = `${preparation} ${signing.consent.version}`
  const [accepted, setAccepted] = useState<string | null>(null)
  const [isConsentMissing, setConsentMissing] = useState(false)
  const approves = signing.signer.role === 'approver'
  const { submission, submit, withdraw } = useSubmission(outcomes)
  function changeOpen(isOpen: boolean) {
    if (!isOpen) withdraw()
    onOpenChange(isOpen)
  }
  const lastPreparation = useRef(preparation)
  const closeIfOpen = useEffectEvent(() => open && changeOpen(false))
  // Other documents are read before they are signed.
  useEffect(() => {
    if (lastPreparation.current === preparation) return
    lastPreparation.current = preparation
    closeIfOpen()
  }, [preparation])
  const names = signing.signers
    .filter(({ role }) => role === 'signer' || role === 'approver')
    .map(({ name }) => name)
  const signer = {
    name: new Intl.ListFormat(formatTag(t.locale), { type: 'conjunction' }).format(names),
    email: signing.signer.email,
  }
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={fill(approves ? t.approveTitle : t.finishTitle, { name: signing.process.name })}
      description={fill(approves ? t.approvingAs : t.signingAs, signer)}
      closeLabel={t.close}
      wide="sideways"
    >
      <div className="contents sideways:grid sideways:grid-cols-2 sideways:gap-x-6">
        <div className="contents sideways:block">
          {signature ? (
            <div
              aria-hidden="true"
              className="on-page relative flex h-24 shrink-0 sideways:h-16 items-center justify-center rounded-md border border-rule bg-page [container-type:size]"
            >
              <MarkImage mark={signature} ratio={4} />
            </div>
          ) : null}
          <ConsentText
            text={signing.consent.text}
            label={t.consentTitle}
            className="mt-4 max-h-[38dvh] min-h-32 sideways:mt-3 sideways:max-h-none"
          />
        </div>
        {/* Beside the text, and in view while that scrolls. */}
        <div className="contents sideways:sticky sideways:top-0 sideways:block sideways:self-start">
          <Checkbox
            className="mt-4 sideways:mt-0"
            label={t.consent}
            hint={fill(t.consentSender, {
              name: signing.process.sender.name,
              tenant: signing.tenant.name,
              email: signing.process.sender.email,
            })}
            checked={accepted === agreement}
            onChange={(isChecked) => {
              setAccepted(isChecked ? agreement : null)
              setConsentMissing(false)
              withdraw()
            }}
          />
          <div className="dialog-actions mt-4 sideways:mt-2">
            <p role="alert" className="text-sm text-danger empty:hidden">
              {isConsentMissing ? t.consentRequired : null}
            </p>
            {submission.error ? <Notice>{formatError(submission.error, t)}</Notice> : null}
            <p role="status" className="rounded-md border border-warn/40 bg-warn-wash px-4 py-3 empty:hidden">
              {submission.isPending && submission.failureCount > 0 ? t.signingWaits : null}
            </p>
            <Button size="lg" variant="quiet" onClick={() => changeOpen(false)}>
              {t.back}
            </Button>
            <Button
              size="lg"
              variant="primary"
              // A file may still be on its way: phones convert a photo before they hand it over.
              busy={submission.isPending || changing.size > 0}
              disabled={!shown}
              onClick={() => (accepted === agreement ? submit() : setConsentMissing(true))}
            >
              {!shown
                ? t.loading
                : submission.isPending
                  ? t.signing
                  : submission.error
                    ? t.retry
                    : approves
                      ? t.approve
                      : t.sign}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}
