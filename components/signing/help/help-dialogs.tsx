'use client'

import { fill } from '../fill.ts'
import { Refuse } from '../refuse.tsx'
import { askSender, reportAbuse } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'
import { useReload } from '../session/use-reload.ts'
import { Delegate } from './delegate.tsx'
import { Later } from './later.tsx'
import type { HelpDialogName } from './more-menu.tsx'
import { TextRequest } from './text-request.tsx'

interface HelpDialogsProps {
  dialog: HelpDialogName | null
  onClose: () => void
  /** The signer has refused or handed over. */
  onLeft: () => void
  onDelegated: () => void
  /** Reloads the state: it may have changed. */
  onChanged: () => Promise<unknown>
}

/** The dialogs of the menu “More”. */
export function HelpDialogs({ dialog, onClose, onLeft, onDelegated, onChanged }: HelpDialogsProps) {
  const { token, signing, senderName, t } = useSigningSession()
  const reload = useReload(token)
  async function leave() {
    onLeft()
    await reload()
    // The link may go on as that of a reader.
    onClose()
  }
  return (
    <>
      <TextRequest
        open={dialog === 'question'}
        onClose={onClose}
        title={t.askSender}
        description={fill(t.askWhy, { sender: senderName, email: signing.signer.email })}
        label={t.askLabel}
        sendLabel={t.askSend}
        done={fill(t.askDone, { sender: senderName, email: signing.signer.email })}
        send={(text) => askSender(token, text)}
      />
      <TextRequest
        open={dialog === 'report'}
        onClose={onClose}
        title={t.report}
        description={fill(t.reportWhy, { sender: senderName })}
        label={t.reportLabel}
        sendLabel={t.reportSend}
        done={t.reportDone}
        send={(reason) => reportAbuse(token, reason)}
      />
      <Later open={dialog === 'later'} onClose={onClose} />
      <Delegate
        open={dialog === 'delegate'}
        onClose={onClose}
        onDelegated={() => {
          onDelegated()
          return leave()
        }}
        onChanged={onChanged}
      />
      <Refuse
        open={dialog === 'refuse'}
        onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
        onRefused={leave}
        onConflict={onChanged}
      />
    </>
  )
}
