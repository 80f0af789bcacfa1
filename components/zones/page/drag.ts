import { useEffect } from 'react'

/** Calls `cancel` when Escape is pressed during a drag; the key does nothing else then. */
export function useEscape(isDragging: boolean, cancel: () => void): void {
  useEffect(() => {
    if (!isDragging) return
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      cancel()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [isDragging, cancel])
}

/** The page under a point of the window, with its rectangle in the window; null beside the pages. */
export function findPageAt(
  clientX: number,
  clientY: number,
): { number: number; left: number; top: number; width: number; height: number } | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    // Only the element of the page counts: a dragged zone may overlap another page.
    if (!(element instanceof HTMLElement) || !element.dataset.page) continue
    const { left, top, width, height } = element.getBoundingClientRect()
    return { number: Number(element.dataset.page), left, top, width, height }
  }
  return null
}

/** A pointer that has moved less, in pixels, only clicks. */
export const MIN_DRAG_PIXELS = 4

/** How near the pointer must be to an edge to scroll. */
const EDGE_PIXELS = 56
/** Each move of the pointer scrolls by this part of its distance beyond the limit. */
const SCROLL_DIVISOR = 3

/** Scrolls `scroller` when the pointer comes near its upper or lower edge. */
export function scrollNearEdge(scroller: HTMLElement | null, clientY: number) {
  if (!scroller) return
  const { top, bottom } = scroller.getBoundingClientRect()
  if (clientY < top + EDGE_PIXELS) scroller.scrollBy(0, (clientY - top - EDGE_PIXELS) / SCROLL_DIVISOR)
  if (clientY > bottom - EDGE_PIXELS) scroller.scrollBy(0, (clientY - bottom + EDGE_PIXELS) / SCROLL_DIVISOR)
}

/** The middle of the part of `page` that can be seen in `scroller`, in points; null when it is not drawn. */
export function findVisibleMiddle(
  scroller: HTMLElement | null,
  page: number,
  sizes: { number: number; width: number }[],
): { page: number; x: number; y: number } | null {
  const pageRect = scroller?.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect()
  const size = sizes.find((candidate) => candidate.number === page)
  if (!scroller || !pageRect || !size) return null
  const viewRect = scroller.getBoundingClientRect()
  const scale = pageRect.width / size.width
  const middle = (low: number, high: number, start: number, end: number) =>
    (Math.max(low, start) + Math.min(high, end)) / 2
  return {
    page,
    x: (middle(pageRect.left, pageRect.right, viewRect.left, viewRect.right) - pageRect.left) / scale,
    y: (middle(pageRect.top, pageRect.bottom, viewRect.top, viewRect.bottom) - pageRect.top) / scale,
  }
}
