import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** The height of the reading position on the screen, as a fraction. */
const READING_LINE_FRACTION = 0.4
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** A position on a page, and where on the screen it appears. */
interface Place {
  page: Element
  top: number
  screenFraction: number
  left: number
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
  const placeRef = useRef<Place | null>(null)
  const width = useRef(0)

  const remember = useCallback(() => {
    if (!content.current || !frame.current) return
    width.current = content.current.clientWidth
    placeRef.current = findPlace(frame.current, content.current)
  }, [frame, content])

  // Zooming keeps its own point in place.
  useLayoutEffect(() => {
    if (zoom) remember()
  }, [remember, zoom])

  useEffect(() => {
    const element = content.current
    if (!element) return
    // After a change of width the browser scrolls, not the user.
    const onMove = () => {
      if (element.clientWidth === width.current) remember()
    }
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width.current) return
      width.current = element.clientWidth
      if (placeRef.current && frame.current) goTo(placeRef.current, frame.current)
    })
    observer.observe(element)
    window.addEventListener('scroll', onMove, { passive: true })
    element.addEventListener('focusin', onMove)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', onMove)
      element.removeEventListener('focusin', onMove)
    }
  }, [frame, content, remember])
}

/** The position at the reading line; null while the pages are below the screen. */
function findPlace(frame: HTMLElement, content: HTMLElement): Place | null {
  const pages = [...content.querySelectorAll('article')]
  const line = findLine(content)
  const page = pages.findLast((candidate) => candidate.getBoundingClientRect().top <= line)
  if (!page) return null
  const box = page.getBoundingClientRect()
  const y = clamp(line, box.top, box.bottom)
  return {
    page,
    top: (y - box.top) / box.height,
    screenFraction: y / window.innerHeight,
    left: (frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth,
  }
}

function findLine(content: HTMLElement): number {
  const active = document.activeElement
  if (active && content.contains(active)) {
    const box = active.getBoundingClientRect()
    if (box.top >= 0 && box.bottom <= window.innerHeight) return (box.top + box.bottom) / 2
  }
  return window.innerHeight * READING_LINE_FRACTION
}

function goTo({ page, top, screenFraction, left }: Place, frame: HTMLElement): void {
  const box = page.getBoundingClientRect()
  frame.scrollLeft = left * frame.scrollWidth - frame.clientWidth / 2
  // The bottom bar covers much of a low screen.
  const line = window.innerHeight * clamp(screenFraction, 0, 0.6)
  window.scrollBy({ top: box.top + top * box.height - line, behavior: 'instant' })
}
