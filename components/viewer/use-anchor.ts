'use client'

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the current page in place when the pages change size, by zooming or rotating the device. `sizes` changes with
 * the page sizes; `scroller` is the scrolling element, by default the window.
 */
export function useScrollAnchor(
  column: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null> | undefined,
  current: number,
  sizes: unknown,
) {
  /** The fraction of the page that is above the viewport. */
  const anchor = useRef<{ page: number; fraction: number } | null>(null)
  /** The next scroll event is caused by this hook, not by the user. */
  const isProgrammatic = useRef(false)

  useEffect(() => {
    const view = scroller?.current ?? null
    const remember = () => {
      if (isProgrammatic.current) {
        isProgrammatic.current = false
        return
      }
      const position = topOf(column.current, current, view)
      anchor.current = position && { page: current, fraction: position.above / position.height }
    }
    const target = view ?? window
    target.addEventListener('scroll', remember, { passive: true })
    return () => target.removeEventListener('scroll', remember)
  }, [column, scroller, current])

  useLayoutEffect(() => {
    if (!anchor.current || !sizes) return
    const view = scroller?.current ?? null
    const position = topOf(column.current, anchor.current.page, view)
    if (!position) return
    const top = anchor.current.fraction * position.height - position.above
    isProgrammatic.current = true
    const target = view ?? window
    target.scrollBy({ top, behavior: 'instant' })
  }, [column, scroller, sizes])
}

/** The height of a page, and how many pixels of it are above the viewport. */
function topOf(column: HTMLElement | null, page: number, view: HTMLElement | null) {
  const box = column?.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect()
  if (!box?.height) return null
  return { height: box.height, above: (view?.getBoundingClientRect().top ?? 0) - box.top }
}
