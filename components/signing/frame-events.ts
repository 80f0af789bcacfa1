import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { tellEmbedder, useResizedEvent } from '#components/shell/embedder.ts'
import type { SigningTexts } from '#lib/messages/signing'
import type { EndedLink } from './endings/ended-link.ts'
import { getEnding } from './endings/endings.tsx'
import { getLinkFailure } from './endings/link-ending.tsx'
import type { Signing } from './shapes.ts'

/** What a page that shows the signing page in a frame receives, with `postMessage`. */
type FrameMessage =
  | { event: 'ready'; status: string }
  | { event: 'opened' | 'refused' | 'delegated' }
  | { event: 'signed'; redirect_url: string | null }
  | { event: 'error'; status: number; message: string }

interface FrameState {
  signing: Signing | undefined
  /** Set if the link was replaced by another, or handed over. */
  ended: EndedLink | null
  /** The signer has handed over on this page; the link may go on for them as a reader. */
  isDelegated: boolean
  /** Of the response without a document. */
  status: number
  t: SigningTexts
}

/** The state of the process, in place of a document that can no longer be signed. */
const CONFLICT = 409

/** Why the page shows no document, in its own words; null to a signer who can sign, or has done what they were asked. */
export function findFailure({ signing, ended, status, t }: Omit<FrameState, 'isDelegated'>) {
  if (!signing) return ended?.delegatedTo ? null : { status, message: getLinkFailure({ ended, status, t }) }
  if (signing.signer.status === 'signed' || signing.signer.status === 'refused') return null
  const { cancelledTitle: cancelled, expiredTitle: expired, refusedTitle: refused } = t
  const titles: Record<string, string> = { cancelled, expired, refused }
  const message = titles[getEnding(signing) ?? '']
  return message === undefined ? null : { status: CONFLICT, message }
}

/** The status of the signer for the page around this one. */
export function getFrameStatus({ signing, ended, isDelegated }: Omit<FrameState, 'status' | 't'>) {
  return isDelegated || ended?.delegatedTo ? 'delegated' : signing?.signer.status
}

/**
 * Tells the page around this one what happens, if it is of one of the origins: browsers deliver to no other.
 * @returns a function that tells that the documents are shown, once
 */
export function useFrameEvents(origins: string[], state: FrameState): () => void {
  const { signing } = state
  const previous = useRef<string | null>(null)
  const isFramed = origins.length > 0
  const status = getFrameStatus(state)
  const redirectUrl = signing?.process.redirect_url ?? null
  useEffect(() => {
    if (!isFramed || !status || status === previous.current) return
    const isFirst = previous.current === null
    previous.current = status
    if (isFirst) tellEmbedder<FrameMessage>(origins, { event: 'ready', status })
    else if (status === 'signed')
      tellEmbedder<FrameMessage>(origins, { event: 'signed', redirect_url: redirectUrl })
    else if (status === 'refused' || status === 'delegated')
      tellEmbedder<FrameMessage>(origins, { event: status })
  }, [origins, isFramed, status, redirectUrl])

  const failure = findFailure(state)
  const failedStatus = failure?.status ?? null
  // In another language it is the same error.
  const tellFailure = useEffectEvent(() => {
    if (failure) tellEmbedder<FrameMessage>(origins, { event: 'error', ...failure })
  })
  useEffect(() => {
    if (isFramed && failedStatus !== null) tellFailure()
  }, [isFramed, failedStatus])

  useResizedEvent(origins)

  const isOpened = useRef(false)
  return useCallback(() => {
    if (isOpened.current) return
    isOpened.current = true
    tellEmbedder<FrameMessage>(origins, { event: 'opened' })
  }, [origins])
}
