import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** The height of the reading position on the screen, as a fraction. */
const READING_LINE = 0.4
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** A spot on a page and where on the screen it is seen, down and across. */
interface Place {
  page: Element
  down: number
  seen: number
  across: number
}

/**
 * Keeps the reading position when the width of the pages changes, as when a phone is rotated. A focused field that is
 * visible is kept in place.
 */
export function useReadingPosition(
  frame: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  zoom: number,
) {
  const place = useRef<Place | null>(null)
  const width = useRef(0)

  const note = useCallback(() => {
    if (!content.current || !frame.current) return
    width.current = content.current.clientWidth
    place.current = placeIn(frame.current, content.current)
  }, [frame, content])

  // Zooming keeps its own point in place.
  useLayoutEffect(() => {
    if (zoom) note()
  }, [note, zoom])

  useEffect(() => {
    const element = content.current
    if (!element) return
    // After a change of width the browser scrolls, not the user.
    const onMove = () => {
      if (element.clientWidth === width.current) note()
    }
    const watch = new ResizeObserver(() => {
      if (element.clientWidth === width.current) return
      width.current = element.clientWidth
      if (place.current && frame.current) goTo(place.current, frame.current)
    })
    watch.observe(element)
    window.addEventListener('scroll', onMove, { passive: true })
    element.addEventListener('focusin', onMove)
    return () => {
      watch.disconnect()
      window.removeEventListener('scroll', onMove)
      element.removeEventListener('focusin', onMove)
    }
  }, [frame, content, note])
}

/** Null while the reader has not come to the pages yet. */
function placeIn(frame: HTMLElement, content: HTMLElement): Place | null {
  const pages = [...content.querySelectorAll('article')]
  const line = lineOf(content)
  const page = pages.findLast((one) => one.getBoundingClientRect().top <= line)
  if (!page) return null
  const box = page.getBoundingClientRect()
  const spot = clamp(line, box.top, box.bottom)
  return {
    page,
    down: (spot - box.top) / box.height,
    seen: spot / window.innerHeight,
    across: (frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth,
  }
}

function lineOf(content: HTMLElement): number {
  const active = document.activeElement
  if (active && content.contains(active)) {
    const box = active.getBoundingClientRect()
    if (box.top >= 0 && box.bottom <= window.innerHeight) return (box.top + box.bottom) / 2
  }
  return window.innerHeight * READING_LINE
}

function goTo({ page, down, seen, across }: Place, frame: HTMLElement): void {
  const box = page.getBoundingClientRect()
  frame.scrollLeft = across * frame.scrollWidth - frame.clientWidth / 2
  // The bottom bar covers much of a low screen.
  const line = window.innerHeight * clamp(seen, 0, 0.6)
  window.scrollBy({ top: box.top + down * box.height - line, behavior: 'instant' })
}
