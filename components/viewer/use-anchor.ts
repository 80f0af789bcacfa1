'use client'

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** A point of a page, as fractions of the page's size, and its position in the window. */
export interface ZoomPoint {
  page: number
  fractionX: number
  fractionY: number
  clientX: number
  clientY: number
}

/**
 * Keeps the current page in place when the pages change size, by zooming or rotating the device; or the point of
 * `zoomPoint`, once. `sizes` changes with the page sizes; `scroller` is the scrolling element, by default the window.
 */
export function useScrollAnchor(
  column: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null> | undefined,
  current: number,
  sizes: unknown,
  zoomPoint: RefObject<ZoomPoint | null> | undefined,
) {
  /** The current page, and the fraction of it that is above the viewport. */
  const anchor = useRef<{ page: number; fraction: number } | null>(null)
  /** The position that this hook has scrolled to: a scroll event there is not the user's. */
  const ownPosition = useRef<number | null>(null)

  useEffect(() => {
    const view = scroller?.current ?? null
    let height = getHeight(view)
    const remember = () => {
      const countBefore = height
      height = getHeight(view)
      // A resized view limits the position by itself.
      if (height !== countBefore) return
      if (getScrollTop(view) === ownPosition.current) return
      ownPosition.current = null
      const position = getPosition(column.current, current, view)
      anchor.current = position && { page: current, fraction: position.above / position.height }
    }
    const target = view ?? window
    target.addEventListener('scroll', remember, { passive: true })
    return () => target.removeEventListener('scroll', remember)
  }, [column, scroller, current])

  useLayoutEffect(() => {
    if (!sizes) return
    const view = scroller?.current ?? null
    const point = zoomPoint?.current
    if (zoomPoint) zoomPoint.current = null
    const box = point && column.current?.querySelector(`[data-page="${point.page}"]`)?.getBoundingClientRect()
    if (point && box) {
      const left = box.left + point.fractionX * box.width - point.clientX
      const top = box.top + point.fractionY * box.height - point.clientY
      // The scroll event that follows sets the anchor.
      ownPosition.current = null
      ;(view ?? window).scrollBy({ left, top, behavior: 'instant' })
      return
    }
    if (!anchor.current) return
    const position = getPosition(column.current, anchor.current.page, view)
    if (!position) return
    const top = anchor.current.fraction * position.height - position.above
    ;(view ?? window).scrollBy({ top, behavior: 'instant' })
    ownPosition.current = getScrollTop(view)
  }, [column, scroller, sizes, zoomPoint])
}

const getHeight = (view: HTMLElement | null) => view?.clientHeight ?? window.innerHeight
const getScrollTop = (view: HTMLElement | null) => view?.scrollTop ?? window.scrollY

/** The height of a page, and how many pixels of it are above the viewport. */
function getPosition(column: HTMLElement | null, page: number, view: HTMLElement | null) {
  const box = column?.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect()
  if (!box?.height) return null
  return { height: box.height, above: (view?.getBoundingClientRect().top ?? 0) - box.top }
}
