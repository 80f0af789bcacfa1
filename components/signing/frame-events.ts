import { useCallback, useEffect, useRef } from 'react'
import { tellEmbedder, useResizedEvent } from '#components/shell/embedder.ts'
import type { EndedLink } from './endings/ended-link.ts'
import type { Signing } from './shapes.ts'

/** What a page that shows the signing page in a frame receives, with `postMessage`. */
export type FrameMessage =
  | { event: 'ready'; status: string }
  | { event: 'opened' | 'refused' | 'delegated' }
  | { event: 'signed'; redirect_url: string | null }
  | { event: 'error'; status: number; message: string }

export interface FrameState {
  signing: Signing | undefined
  /** Set if the link was replaced by another, or handed over. */
  ended: EndedLink | null
  /** Why the page does not show the document. */
  failure: { status: number; message: string } | null
}

/**
 * Tells the page around this one what happens, if it is of one of the origins: browsers deliver to no other.
 * @returns a function that tells that the documents are shown, once
 */
export function useFrameEvents(origins: string[], { signing, ended, failure }: FrameState): () => void {
  const previous = useRef<string | null>(null)
  const isFramed = origins.length > 0
  const status = ended?.delegatedTo ? 'delegated' : signing?.signer.status
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

  const failedStatus = ended?.delegatedTo ? null : (failure?.status ?? null)
  const message = failure?.message ?? ''
  useEffect(() => {
    if (isFramed && failedStatus !== null)
      tellEmbedder<FrameMessage>(origins, { event: 'error', status: failedStatus, message })
  }, [origins, isFramed, failedStatus, message])

  useResizedEvent(origins)

  const isOpened = useRef(false)
  return useCallback(() => {
    if (isOpened.current) return
    isOpened.current = true
    tellEmbedder<FrameMessage>(origins, { event: 'opened' })
  }, [origins])
}
