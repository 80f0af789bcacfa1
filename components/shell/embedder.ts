import { useEffect } from 'react'

/** What a page that shows one of ours in a frame receives, with `postMessage`. */
interface EmbedderMessage {
  event: string
}

/** Tells the page around this one what happens, if it is of one of the origins: browsers deliver to no other. */
export function tellEmbedder<Message extends EmbedderMessage>(origins: string[], message: Message): void {
  if (window.parent === window) return
  // Without the origin of that page (Firefox), each is tried, and the browser delivers to the right one.
  const parent = location.ancestorOrigins?.item(0)
  const targets = parent && origins.includes(parent) ? [parent] : origins
  for (const origin of targets) window.parent.postMessage({ source: 'paraph', ...message }, origin)
}

/** Tells the page around this one the height of the content. */
export function useResizedEvent(origins: string[]): void {
  useEffect(() => {
    if (origins.length === 0) return
    // The height is that of the content, and not at least that of the frame.
    document.documentElement.dataset.framed = ''
    const observer = new ResizeObserver(([entry]) =>
      tellEmbedder(origins, { event: 'resized', height: Math.ceil(entry!.contentRect.height) }),
    )
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [origins])
}
