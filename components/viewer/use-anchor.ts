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

/** The middle of what is seen of a page: as a fraction of the page's height, and of the view's. */
interface Place {
  page: number
  fraction: number
  viewFraction: number
}

/** A jump to the start of a page: it stays the aim until the user scrolls. */
interface Jump {
  page: number
  isStart: true
}

const JUMP_EVENT = 'jump'

/** Scrolls to a page of the column inside `root`; the column stays there when its pages change size afterwards. */
export function scrollToPage(root: ParentNode | null, page: number) {
  const element = findPage(root, page)
  element?.scrollIntoView({ block: 'start' })
  element?.dispatchEvent(new CustomEvent<number>(JUMP_EVENT, { bubbles: true, detail: page }))
}

/**
 * Keeps what is seen in place when the pages change size, by zooming or rotating the device; or the point of
 * `zoomPoint`, once. `sizes` changes with the page sizes; `scroller` is the scrolling element, by default the window.
 */
export function useScrollAnchor(
  column: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null> | undefined,
  current: number,
  sizes: unknown,
  zoomPoint: RefObject<ZoomPoint | null> | undefined,
) {
  const anchor = useRef<Place | Jump | null>(null)
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
      // `current` is behind right after a jump.
      const page = findPageInMiddle(getViewBox(view)) ?? current
      anchor.current = findPlace(column.current, page, getViewBox(view)) ?? anchor.current
    }
    // The scroll event of a jump comes after a change of size that was pending.
    const rememberJump = (event: Event) => {
      anchor.current = { page: (event as CustomEvent<number>).detail, isStart: true }
      ownPosition.current = getScrollTop(view)
    }
    const target = view ?? window
    const element = column.current
    target.addEventListener('scroll', remember, { passive: true })
    element?.addEventListener(JUMP_EVENT, rememberJump)
    return () => {
      target.removeEventListener('scroll', remember)
      element?.removeEventListener(JUMP_EVENT, rememberJump)
    }
  }, [column, scroller, current])

  useLayoutEffect(() => {
    if (!sizes) return
    const view = scroller?.current ?? null
    const point = zoomPoint?.current
    if (zoomPoint) zoomPoint.current = null
    const box = point && findPageBox(column.current, point.page)
    if (point && box) {
      const left = box.left + point.fractionX * box.width - point.clientX
      const top = box.top + point.fractionY * box.height - point.clientY
      // The scroll event that follows sets the anchor.
      ownPosition.current = null
      ;(view ?? window).scrollBy({ left, top, behavior: 'instant' })
      return
    }
    if (!anchor.current) return
    if ('isStart' in anchor.current) {
      findPage(column.current, anchor.current.page)?.scrollIntoView({ block: 'start' })
      ownPosition.current = getScrollTop(view)
      return
    }
    const { page, fraction, viewFraction } = anchor.current
    const pageBox = findPageBox(column.current, page)
    if (!pageBox) return
    const viewBox = getViewBox(view)
    const top = pageBox.top + fraction * pageBox.height - (viewBox.top + viewFraction * viewBox.height)
    ;(view ?? window).scrollBy({ top, behavior: 'instant' })
    ownPosition.current = getScrollTop(view)
  }, [column, scroller, sizes, zoomPoint])
}

const getHeight = (view: HTMLElement | null) => view?.clientHeight ?? window.innerHeight
const getScrollTop = (view: HTMLElement | null) => view?.scrollTop ?? window.scrollY

/** The part of the window where the pages are seen. */
type ViewBox = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

function getViewBox(view: HTMLElement | null): ViewBox {
  if (view) return view.getBoundingClientRect()
  return { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight }
}

const findPage = (column: ParentNode | null, page: number) =>
  column?.querySelector(`[data-page="${page}"]`) ?? null

const findPageBox = (column: ParentNode | null, page: number) =>
  findPage(column, page)?.getBoundingClientRect() ?? null

/** The page in the middle of the view; null between two pages. */
function findPageInMiddle({ left, top, width, height }: ViewBox): number | null {
  const elements = document.elementsFromPoint(left + width / 2, top + height / 2)
  const page = elements.find((element) => element.matches('[data-slot]'))
  return page ? Number((page as HTMLElement).dataset.slot) : null
}

/** Null for a page of which nothing is seen. */
function findPlace(column: HTMLElement | null, page: number, view: ViewBox): Place | null {
  const box = findPageBox(column, page)
  if (!box) return null
  const top = Math.max(box.top, view.top)
  const bottom = Math.min(box.bottom, view.top + view.height)
  if (bottom <= top) return null
  const middle = (top + bottom) / 2
  return { page, fraction: (middle - box.top) / box.height, viewFraction: (middle - view.top) / view.height }
}
