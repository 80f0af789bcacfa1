import { useCallback, useEffect, useRef } from 'react'
import type { EndedLink } from './endings/ended-link.ts'
import type { Signing } from './shapes.ts'

/** What a page that shows the signing page in a frame receives, with `postMessage`. */
export type FrameMessage = { source: 'paraph' } & (
  | { event: 'ready'; status: string }
  | { event: 'opened' | 'refused' | 'delegated' }
  | { event: 'signed'; redirect_url: string | null }
  | { event: 'resized'; height: number }
  | { event: 'error'; status: number; message: string }
)

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
    if (isFirst) send(origins, { source: 'paraph', event: 'ready', status })
    else if (status === 'signed')
      send(origins, { source: 'paraph', event: 'signed', redirect_url: redirectUrl })
    else if (status === 'refused' || status === 'delegated')
      send(origins, { source: 'paraph', event: status })
  }, [origins, isFramed, status, redirectUrl])

  const failedStatus = ended?.delegatedTo ? null : (failure?.status ?? null)
  const message = failure?.message ?? ''
  useEffect(() => {
    if (isFramed && failedStatus !== null)
      send(origins, { source: 'paraph', event: 'error', status: failedStatus, message })
  }, [origins, isFramed, failedStatus, message])

  useEffect(() => {
    if (!isFramed) return
    // The height is that of the content, and not at least that of the frame.
    document.documentElement.dataset.framed = ''
    const observer = new ResizeObserver(([entry]) =>
      send(origins, { source: 'paraph', event: 'resized', height: Math.ceil(entry!.contentRect.height) }),
    )
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [origins, isFramed])

  const isOpened = useRef(false)
  return useCallback(() => {
    if (isOpened.current) return
    isOpened.current = true
    send(origins, { source: 'paraph', event: 'opened' })
  }, [origins])
}

function send(origins: string[], message: FrameMessage): void {
  if (window.parent === window) return
  // Without the origin of that page (Firefox), each is tried, and the browser delivers to the right one.
  const parent = location.ancestorOrigins?.item(0)
  const targets = parent && origins.includes(parent) ? [parent] : origins
  for (const origin of targets) window.parent.postMessage(message, origin)
}
