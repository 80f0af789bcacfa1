'use client'

import { Ban, CircleSlash, Hourglass, type LucideIcon, TimerOff } from 'lucide-react'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { isSigning } from '#lib/processes/rules'
import { fill } from '../fill.ts'
import type { Signing } from '../shapes.ts'
import { Done, Voided } from './done.tsx'
import { EndingMessage } from './ending-message.tsx'
import { RenewButton } from './renew-button.tsx'

/** For the few whose signature a provider holds. */
const Confirmation = loadedLater(() =>
  import('../confirmation/confirmation.tsx').then((module) => module.Confirmation),
)

interface EndingProps {
  token: string
  signing: Signing
  t: SigningTexts
  /** The page was open when the signature was sent from another one. */
  isDoneElsewhere: boolean
  /** Loads the state again. */
  onChanged: () => Promise<unknown>
}

type EndingName = 'confirm' | 'done' | 'voided' | 'waiting' | 'refused' | 'cancelled' | 'expired'

/** The message when there is nothing to sign (not yet, done or ended); null when it is the signer's turn. */
export function getEnding(signing: Signing): EndingName | null {
  const { process, signer } = signing
  if (process.status === 'completed') return 'done'
  if (process.status === 'voided') return 'voided'
  if (process.status === 'refused' || signer.status === 'refused') return 'refused'
  if (process.status === 'cancelled') return 'cancelled'
  if (process.status === 'expired' || signer.status === 'expired') return 'expired'
  // The code is asked for where it is asked for before the documents.
  if (signing.confirmation?.state === 'code_required') return null
  if (signing.confirmation) return 'confirm'
  if (signer.status === 'signed') return 'done'
  return signer.status === 'pending' || process.status === 'draft' ? 'waiting' : null
}

const icons: Record<'waiting' | 'refused' | 'cancelled' | 'expired', LucideIcon> = {
  waiting: Hourglass,
  refused: Ban,
  cancelled: CircleSlash,
  expired: TimerOff,
}

/** The page of a process that the signer cannot sign: what has happened, and what to do next. */
export function Ending({ token, signing, t, isDoneElsewhere, onChanged }: EndingProps) {
  const { process, signer } = signing
  const ending = getEnding(signing)
  if (ending === null) return null
  if (ending === 'confirm')
    return <Confirmation token={token} signing={signing} t={t} onChanged={onChanged} />
  if (ending === 'done')
    return (
      <Done token={token} signing={signing} t={t} isDoneElsewhere={isDoneElsewhere} onChanged={onChanged} />
    )
  if (ending === 'voided') return <Voided token={token} signing={signing} t={t} onChanged={onChanged} />
  const sender = process.sender.name
  const isEmailed = process.enable_notifications
  const canAskForTime = ending === 'expired' && isSigning(signer) && signer.status !== 'signed'
  const texts = {
    waiting: { title: t.waitTitle, why: isEmailed ? t.waitWhy : t.waitHere },
    refused: {
      title: t.refusedTitle,
      why: signer.status === 'refused' ? fill(t.refusedByYou, { sender }) : t.refusedWhy,
    },
    cancelled: { title: t.cancelledTitle, why: fill(t.cancelledWhy, { tenant: signing.tenant.name }) },
    expired: {
      title: t.expiredTitle,
      why: canAskForTime ? fill(t.expiredWhy, { sender }) : t.expiredUnsigned,
    },
  }
  const { title, why } = texts[ending]
  return (
    <EndingMessage
      icon={icons[ending]}
      eyebrow={process.name}
      title={title}
      contact={process.sender}
      t={t}
      below={
        canAskForTime ? (
          <RenewButton
            token={token}
            label={t.moreTime}
            done={fill(isEmailed ? t.moreTimeDone : t.moreTimeTold, { sender })}
            t={t}
          />
        ) : null
      }
    >
      {why}
    </EndingMessage>
  )
}
