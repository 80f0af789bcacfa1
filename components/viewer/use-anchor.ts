'use client'

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the page one reads in its place when the pages change their size, by zooming or by turning the device.
 * `current` is that page, `sizes` changes with the sizes; `scroller` scrolls the pages, by default the window.
 */
export function useScrollAnchor(
  column: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null> | undefined,
  current: number,
  sizes: unknown,
) {
  /** How much of the page is above the viewport. */
  const anchor = useRef<{ page: number; share: number } | null>(null)
  /** The next scrolling is not the reader's. */
  const isProgrammatic = useRef(false)

  useEffect(() => {
    const view = scroller?.current ?? null
    const remember = () => {
      if (isProgrammatic.current) {
        isProgrammatic.current = false
        return
      }
      const seen = topOf(column.current, current, view)
      anchor.current = seen && { page: current, share: seen.above / seen.height }
    }
    const target = view ?? window
    target.addEventListener('scroll', remember, { passive: true })
    return () => target.removeEventListener('scroll', remember)
  }, [column, scroller, current])

  useLayoutEffect(() => {
    if (!anchor.current || !sizes) return
    const view = scroller?.current ?? null
    const seen = topOf(column.current, anchor.current.page, view)
    if (!seen) return
    const top = anchor.current.share * seen.height - seen.above
    isProgrammatic.current = true
    const target = view ?? window
    target.scrollBy({ top, behavior: 'instant' })
  }, [column, scroller, sizes])
}

/** The height of a page, and how much of it is above the viewport. */
function topOf(column: HTMLElement | null, page: number, view: HTMLElement | null) {
  const box = column?.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect()
  if (!box?.height) return null
  return { height: box.height, above: (view?.getBoundingClientRect().top ?? 0) - box.top }
}
