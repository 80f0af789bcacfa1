'use client'

import { useState } from 'react'
import { cx } from '#components/ui/cx.ts'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { ActionBar } from './action-bar.tsx'
import { Otp } from './code/otp.tsx'
import { useFocusAfterCode } from './code/use-focus-after-code.ts'
import { Finish } from './finish.tsx'
import type { HelpDialogName } from './help/more-menu.tsx'
import { ReportLink } from './help/report-link.tsx'
import { Intro } from './intro.tsx'
import { AdoptDialog } from './mark/adopt-dialog.tsx'
import { Documents } from './pages/documents.tsx'
import { isFrameToken } from './session/calls.ts'
import { SigningSessionContext } from './session/context.ts'
import { useOpening } from './session/use-opening.ts'
import { useReload } from './session/use-reload.ts'
import { useSigningSessionState } from './session/use-session-state.ts'
import type { Signing } from './shapes.ts'
import { StepList } from './step-list.tsx'

const HelpDialogs = loadedLater(
  () => import('./help/help-dialogs.tsx').then((module) => module.HelpDialogs),
  ({ dialog }) => dialog !== null,
)

interface SigningViewProps {
  token: string
  signing: Signing
  /** How many milliseconds the service's clock is ahead of the device's. */
  clockOffset: number
  t: SigningTexts
  /** The documents are shown to the signer. */
  onOpened: () => void
  /** The signature is sent from this page, and the response may be lost; false: the service has rejected it. */
  onSubmitted: (isSubmitted: boolean) => void
  /** The signer has handed over to someone else. */
  onDelegated: () => void
  /** Reloads the state. */
  onChanged: () => Promise<unknown>
}

/** The documents with the signer's fields and the action bar. */
export function SigningView({
  token,
  signing,
  clockOffset,
  t,
  onOpened,
  onSubmitted,
  onDelegated,
  onChanged,
}: SigningViewProps) {
  const { session, dialog, setDialog, setMark, forgetInput, sendBack } = useSigningSessionState({
    token,
    signing,
    clockOffset,
    t,
    onOutdated: onChanged,
  })
  const [helpDialog, setHelpDialog] = useState<HelpDialogName | null>(null)
  const [viewControls, setViewControls] = useState<HTMLElement | null>(null)
  const { open, onShown, isShown, haveChanged, closeChange } = useOpening(token, signing, onOpened)
  const verified = !signing.otp.required || signing.otp.verified

  const comesBack = verified && signing.signer.role !== 'viewer' && !isFrameToken(token)

  const reload = useReload(token)
  const heading = useFocusAfterCode(verified)

  const close = () => setDialog(null)
  const onDialogChange = (isOpen: boolean) => (isOpen ? undefined : close())
  return (
    <SigningSessionContext value={session}>
      <main
        className={cx(
          'mx-auto grid w-full max-w-[82rem] flex-1 grid-cols-1 content-start gap-5 px-3 pt-1 pb-8 sm:gap-6 sm:px-6 sm:pt-2 sideways:gap-2 sideways:pt-0 lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-12',
          // Beside each other, so that the code and its button are on the first screen.
          !verified && 'sideways:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] sideways:gap-5',
        )}
      >
        <div className="px-1 lg:sticky lg:top-6 lg:-mx-2 lg:max-h-[calc(100dvh-10rem)] lg:self-start lg:overflow-y-auto lg:px-2">
          <div ref={heading} tabIndex={-1} className="double-rule pt-4 outline-none sm:pt-6 sideways:pt-2">
            <Intro isNarrow={!verified} />
          </div>
          {verified ? <StepList /> : null}
          {comesBack ? <p className="mt-6 text-sm text-ink-soft max-lg:hidden">{t.comeBack}</p> : null}
        </div>
        {verified ? (
          <Documents viewControls={viewControls} onShown={onShown} />
        ) : (
          <div>
            <Otp token={token} signing={signing} t={t} />
            <ReportLink onReport={() => setHelpDialog('report')} />
          </div>
        )}
        {comesBack ? <p className="px-1 text-sm text-ink-soft lg:hidden">{t.comeBack}</p> : null}
      </main>
      {verified ? (
        <ActionBar
          viewControls={setViewControls}
          onChangeClosed={haveChanged ? closeChange : null}
          onFinish={() => setDialog('finish')}
          onHelp={setHelpDialog}
        />
      ) : null}
      <AdoptDialog
        kind={dialog === 'signature' || dialog === 'initials' ? dialog : null}
        onClose={close}
        onAdopt={(kind, mark) => {
          setMark(kind, mark)
          close()
        }}
      />
      <Finish
        open={dialog === 'finish'}
        shown={isShown}
        fields={signing.fields}
        onOpenDocuments={open}
        onOpenChange={onDialogChange}
        onSent={onSubmitted}
        onSigned={() => {
          forgetInput()
          return reload()
        }}
        onConflict={onChanged}
        onSentBack={sendBack}
      />
      <HelpDialogs
        dialog={helpDialog}
        onClose={() => setHelpDialog(null)}
        onLeft={forgetInput}
        onDelegated={onDelegated}
        onChanged={onChanged}
      />
    </SigningSessionContext>
  )
}
