'use client'

import { ArrowLeft, ArrowRight, Check, FileExclamationPoint } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Progress } from '#components/ui/charts/progress.tsx'
import { cx } from '#components/ui/cx.ts'
import { joinSentences } from '#lib/messages/fill'
import { BarNotice } from './bar-notice.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { fill, fillPlural } from './fill.ts'
import { type HelpDialogName, MoreMenu } from './help/more-menu.tsx'
import { formatError, Notice } from './notice.tsx'
import { useSigningSession } from './session/context.ts'
import { isSignatureOrInitials } from './session/steps.ts'
import { getLabel } from './zone/use-zone.ts'

interface BarProps {
  /** The element for the page number and the zoom, which belong to the documents. */
  viewControls: Ref<HTMLDivElement>
  /** The documents have changed since the signer opened them: closes what says so. */
  onChangeClosed: (() => void) | null
  onFinish: () => void
  onHelp: (dialog: HelpDialogName) => void
}

/** The bar with the next action, at the bottom of the screen. */
export function ActionBar({ viewControls, onChangeClosed, onFinish, onHelp }: BarProps) {
  const { signing, draft, t, steps, open, current, goTo } = useSigningSession()
  const [downloadError, setDownloadError] = useState<unknown>(null)
  const isViewer = signing.signer.role === 'viewer'
  const countedSteps = steps.filter((field) => field.required || open.has(field.id))
  const filledCount = countedSteps.filter((field) => !open.has(field.id)).length
  const currentIndex = countedSteps.findIndex((field) => field.id === current)
  const currentField = countedSteps[currentIndex]
  const previous = countedSteps[currentIndex - 1]
  const announcement = currentField
    ? fill(t.fieldOf, {
        number: currentIndex + 1,
        count: countedSteps.length,
        label: getLabel(currentField, t),
      })
    : countedSteps.length > 0
      ? fillPlural(t.doneOf, { done: filledCount, count: countedSteps.length }, t)
      : t.nothingToFill
  return (
    <footer className="sticky [@media(max-height:15rem)]:static bottom-0 z-30 border-t border-rule bg-card pb-[env(safe-area-inset-bottom)] shadow-float">
      <div role="alert">
        {onChangeClosed ? (
          <BarNotice icon={FileExclamationPoint} isWarning onClose={onChangeClosed}>
            {isViewer ? t.documentsChanged : joinSentences([t.documentsChanged, t.inputKept], t)}
          </BarNotice>
        ) : null}
      </div>
      <DraftNotice />
      {downloadError ? (
        <div className="mx-auto max-w-[82rem] px-3 py-2 sm:px-6">
          <Notice>{formatError(downloadError, t)}</Notice>
        </div>
      ) : null}
      <Progress
        value={countedSteps.length ? filledCount / countedSteps.length : 1}
        label={t.yourFields}
        className="!h-[3px] rounded-none"
      />
      <div className="mx-auto flex max-w-[82rem] flex-wrap items-center gap-x-3 gap-y-2 px-3 enlarged:gap-x-1.5 pt-1 pb-2.5 sm:flex-nowrap sm:px-6 sm:py-3 sideways:py-1">
        <div
          className={cx(
            'flex min-h-10 min-w-0 items-center gap-3 enlarged:gap-1.5',
            isViewer ? 'flex-1' : 'w-full sm:w-auto sm:flex-1',
          )}
        >
          <p
            role="status"
            className={cx(
              'min-w-0 flex-1 px-1 text-sm text-ink-soft sm:text-base',
              isViewer ? 'text-pretty' : 'line-clamp-2 enlarged:line-clamp-3',
            )}
          >
            {isViewer
              ? t.readOnlyRole
              : countedSteps.length > 0 && open.size === 0
                ? t.allDone
                : announcement}
          </p>
          {draft.status === 'saved' && !isViewer ? (
            <span className="flex shrink-0 items-center gap-1.5 text-sm text-ink-soft">
              <Check className="size-4" aria-hidden="true" />
              <span className="max-sm:sr-only sideways:sr-only">{t.draftSaved}</span>
            </span>
          ) : null}
          <div ref={viewControls} />
        </div>
        <MoreMenu onOpen={onHelp} onDownloadFailure={setDownloadError} />
        {isViewer ? null : (
          <>
            {previous ? <Previous onClick={() => goTo(previous)} label={t.previousField} /> : null}
            <Next onFinish={onFinish} />
          </>
        )}
      </div>
    </footer>
  )
}

function Previous({ onClick, label }: { onClick: () => void; label: string }) {
  return (
    <Button
      variant="quiet"
      size="icon"
      className="size-12 enlarged:w-[44px]"
      aria-label={label}
      onClick={onClick}
    >
      <ArrowLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
    </Button>
  )
}

function Next({ onFinish }: { onFinish: () => void }) {
  const { signing, t, steps, open, current, input, goNext, openAdoptDialog } = useSigningSession()
  const currentField = steps.find((field) => field.id === current)
  const approves = signing.signer.role === 'approver'
  const kindOfCurrent =
    currentField && isSignatureOrInitials(currentField) && open.has(currentField.id)
      ? currentField.type
      : null
  // A signer without fields adds the signature before the last step.
  const kindBeforeLastStep = open.size === 0 && !approves && !input.signature ? 'signature' : null
  const kind = kindOfCurrent ?? kindBeforeLastStep
  const buttonClass = 'min-w-0 flex-1 sm:flex-none sm:min-w-60'
  if (kind === 'signature' || kind === 'initials')
    return (
      <Button variant="primary" size="lg" className={buttonClass} onClick={() => openAdoptDialog(kind)}>
        {kind === 'initials' ? t.addInitials : t.addSignature}
      </Button>
    )
  if (open.size === 0)
    return (
      <Button variant="primary" size="lg" className={buttonClass} onClick={onFinish}>
        {approves ? t.approveStep : t.finish}
      </Button>
    )
  return (
    <Button variant="primary" size="lg" className={buttonClass} onClick={goNext}>
      {current === null ? t.start : t.next}
      <ArrowRight className="size-4 shrink-0 rtl:-scale-x-100" aria-hidden="true" />
    </Button>
  )
}
