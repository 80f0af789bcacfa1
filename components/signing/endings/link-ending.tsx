'use client'

import { Forward, LinkIcon, Unplug } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { fill } from '../fill.ts'
import type { EndedLink } from './ended-link.ts'
import { EndingMessage } from './ending-message.tsx'
import { RenewButton } from './renew-button.tsx'

/** Where a link is opened: in a frame of another product, on a phone by a QR code, or in a browser without its cookie. */
export type Place = 'frame' | 'phone' | 'browser_without_cookie' | null

interface LinkEndingProps {
  token: string
  place: Place
  ended: EndedLink | null
  /** Of the response. */
  status: number
  isRetrying: boolean
  onRetry: () => void
  t: SigningTexts
}

/** Why a frame, or a page of a link that has not ended, shows no document. */
export function getLinkFailure({
  ended,
  status,
  t,
}: Pick<LinkEndingProps, 'ended' | 'status' | 't'>): string {
  if (ended || status === 404) return t.frameEndedWhy
  return status === 429 ? t.slowDown : t.errorDetail
}

/** The page of a link that cannot be opened: it has ended, was never valid, or the service does not respond. */
export function LinkEnding({ token, place, ended, status, isRetrying, onRetry, t }: LinkEndingProps) {
  if (ended?.delegatedTo)
    return (
      <EndingMessage icon={Forward} title={t.delegatedTitle} contact={ended.sender} t={t}>
        {fill(ended.isEmailed ? t.delegatedWhy : t.delegatedHere, {
          name: ended.delegatedTo.name,
          sender: ended.sender.name,
        })}
      </EndingMessage>
    )
  if (place === 'browser_without_cookie' && status === 404)
    return (
      <EndingMessage icon={LinkIcon} title={t.cookieMissingTitle} t={t}>
        {t.cookieMissingWhy}
      </EndingMessage>
    )
  // Only the product around a frame can open it again, and only the computer shows another QR code.
  if (place && (ended || status === 404))
    return (
      <EndingMessage icon={LinkIcon} title={t.errorTitle} t={t}>
        {place === 'frame' ? getLinkFailure({ ended, status, t }) : t.phoneEndedWhy}
      </EndingMessage>
    )
  if (ended)
    return (
      <EndingMessage
        icon={LinkIcon}
        title={t.replacedTitle}
        contact={ended.sender}
        t={t}
        below={
          ended.isEmailed ? (
            <RenewButton token={token} label={t.currentLink} done={t.currentLinkDone} t={t} />
          ) : null
        }
      >
        {fill(ended.isEmailed ? t.replacedWhy : t.replacedHere, {
          sender: ended.sender.name,
          tenant: ended.tenant.name,
        })}
      </EndingMessage>
    )
  if (status === 404)
    return (
      <EndingMessage icon={LinkIcon} title={t.unknownTitle} t={t}>
        {t.unknownWhy}
      </EndingMessage>
    )
  return (
    <EndingMessage
      icon={Unplug}
      title={t.errorTitle}
      t={t}
      below={
        <Button variant="primary" size="lg" busy={isRetrying} onClick={onRetry}>
          {t.retry}
        </Button>
      }
    >
      {getLinkFailure({ ended, status, t })}
    </EndingMessage>
  )
}
