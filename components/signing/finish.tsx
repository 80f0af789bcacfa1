'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/choice.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { type SignBody, sign } from './calls.ts'
import { ConsentText } from './consent-text.tsx'
import { useCeremony } from './context.ts'
import { MarkImage } from './mark-image.tsx'
import { messageOf, Notice } from './notice.tsx'
import { fill } from './strings/languages.ts'
import { submissionOf } from './submission.ts'

interface FinishProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Pages were shown in this browser. */
  shown: boolean
  /** Records that the pages were shown, once. */
  onOpenDocuments: () => Promise<unknown>
  onSigned: () => void
  /** The page shows an earlier state: the process moved on, or one of `reasonsToReload`. */
  onConflict: () => void
  /** The server rejected the values of these fields. */
  onSentBack: (fieldIds: number[]) => void
}

/** The page shows an earlier state: this browser needs a new code, or the consent text changed. */
const reasonsToReload: ReadonlySet<string | null> = new Set(['otp_required', 'consent_changed'])

const SEND_AGAIN_MILLISECONDS = 3000

/** No response, or a proxy's while the service cannot be reached. Signing twice has the effect of signing once. */
const isUnreachable = (error: unknown) =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** The last step: summary, consent and the button to sign. */
export function Finish({
  open,
  onOpenChange,
  shown,
  onOpenDocuments,
  onSigned,
  onConflict,
  onSentBack,
}: FinishProps) {
  const ceremony = useCeremony()
  const { signing, t, draft, token } = ceremony
  // The signer must agree again when the text has changed.
  const [acceptedVersion, setAcceptedVersion] = useState<string | null>(null)
  const [isConsentMissing, setConsentMissing] = useState(false)
  const approves = signing.signer.role === 'approver'
  const waiting = useRef(new AbortController())
  const submission = useMutation({
    mutationFn: async ({ body, signal }: { body: SignBody; signal: AbortSignal }) => {
      // A signature that waits for the connection has been withdrawn.
      signal.throwIfAborted()
      await onOpenDocuments()
      return sign(token, body)
    },
    retry: (_, error) => isUnreachable(error),
    retryDelay: SEND_AGAIN_MILLISECONDS,
    onSuccess: onSigned,
    onError: (error, { body: { values } }) => {
      if (!(error instanceof ApiError)) return
      if (error.status === 409 || reasonsToReload.has(error.reason)) onConflict()
      const ids = Object.keys(error.fields).flatMap((key) => {
        const [list, index] = key.split('.')
        return (list === 'values' && values[Number(index)]?.field_id) || []
      })
      if (ids.length > 0) onSentBack(ids)
    },
  })
  function withdraw() {
    waiting.current.abort()
    waiting.current = new AbortController()
    submission.reset()
  }
  function changeOpen(isOpen: boolean) {
    if (!isOpen) withdraw()
    onOpenChange(isOpen)
  }
  const signer = { name: signing.signer.name, email: signing.signer.email }
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={fill(approves ? t.approveTitle : t.finishTitle, { name: signing.process.name })}
      description={fill(approves ? t.approvingAs : t.signingAs, signer)}
      closeLabel={t.close}
    >
      {draft.signature && !approves ? (
        <div
          aria-hidden="true"
          className="on-page relative flex h-24 shrink-0 items-center justify-center rounded-md border border-rule bg-page [container-type:size]"
        >
          <MarkImage mark={draft.signature} ratio={4} />
        </div>
      ) : null}
      <ConsentText
        text={signing.consent.text}
        label={t.consentTitle}
        className="mt-4 max-h-[38dvh] min-h-32 sideways:max-h-none"
      />
      <Checkbox
        className="mt-4"
        label={t.consent}
        hint={fill(t.consentSender, {
          name: signing.process.sender.name,
          tenant: signing.tenant.name,
          email: signing.process.sender.email,
        })}
        checked={acceptedVersion === signing.consent.version}
        onChange={(isChecked) => {
          setAcceptedVersion(isChecked ? signing.consent.version : null)
          setConsentMissing(false)
          withdraw()
        }}
      />
      <p role="alert" className="mt-2 min-h-5 text-sm text-danger">
        {isConsentMissing ? t.consentRequired : null}
      </p>
      {submission.error ? <Notice>{messageOf(submission.error, t)}</Notice> : null}
      {submission.isPending && submission.failureCount > 0 ? (
        <p role="status" className="rounded-md border border-warn/40 bg-warn-wash px-4 py-3">
          {t.signingWaits}
        </p>
      ) : null}
      <div className="mt-3 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button size="lg" variant="quiet" onClick={() => changeOpen(false)}>
          {t.back}
        </Button>
        <Button
          size="lg"
          variant="primary"
          busy={submission.isPending}
          disabled={!shown}
          onClick={() =>
            acceptedVersion === signing.consent.version
              ? submission.mutate({ body: submissionOf(ceremony), signal: waiting.current.signal })
              : setConsentMissing(true)
          }
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
    </Dialog>
  )
}
