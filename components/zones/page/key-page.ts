import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Gives the page on which a key with `target` selects and pastes; `current` is the current page of `pages`. */
export function useKeyPage(current: number, pages: RefObject<HTMLElement | null>) {
  const clicked = useRef<{ page: Element | null; current: number } | null>(null)
  useEffect(() => {
    function onPointerDown({ target }: PointerEvent) {
      if (target instanceof Element && pages.current?.contains(target))
        clicked.current = { page: target.closest('[data-page]'), current }
    }
    addEventListener('pointerdown', onPointerDown)
    return () => removeEventListener('pointerdown', onPointerDown)
  }, [current, pages])
  return useCallback(
    (target: Element) => {
      // A click counts until another page is the current one.
      const clickedPage = clicked.current?.current === current ? clicked.current.page : null
      return findKeyPage(target, pages.current, clickedPage, current)
    },
    [current, pages],
  )
}

/** The page of the focused zone, or the one that was clicked, while that can be seen; else `current`. */
export function findKeyPage(
  target: Element,
  pages: Element | null,
  clicked: Element | null,
  current: number,
): number {
  const element = [target.closest('[data-zone]'), clicked].find(
    (candidate) => candidate && pages && isInView(candidate, pages),
  )
  return Number(element?.closest<HTMLElement>('[data-page]')?.dataset.page ?? current)
}

/** Whether `element` can be seen in `scroller`; one of a document that is no longer shown has no height. */
function isInView(element: Element, scroller: Element): boolean {
  const [box, view] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()]
  return box.height > 0 && box.top < view.bottom && box.bottom > view.top
}
