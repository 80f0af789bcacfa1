'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** A page must be near for this long: those that pass while the user scrolls fast are not drawn. */
const SETTLE_MILLISECONDS = 120

/**
 * The pages in or near the viewport, and the one that fills most of it. The elements of pages register through
 * `register`, with their number in `data-slot`; `scroller` is the scrolling element, by default the window. Without
 * `preload` only visible pages are near.
 */
export function useNearPages(scroller: RefObject<HTMLElement | null> | undefined, preload: boolean) {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([1]))
  const [current, setCurrent] = useState(1)
  const slots = useRef(new Map<number, HTMLElement>())
  const observers = useRef<IntersectionObserver[]>([])

  useEffect(() => {
    const root = scroller?.current ?? null
    const visibleHeights = new Map<number, number>()
    const approaching = new Set<number>()
    let timer: ReturnType<typeof setTimeout> | undefined
    function schedule() {
      if (timer !== undefined) return
      const before = new Set(approaching)
      timer = setTimeout(() => {
        timer = undefined
        const settled = approaching.intersection(before)
        if (settled.size > 0 || approaching.size === 0) setNear(settled)
        if (settled.size < approaching.size) schedule()
      }, SETTLE_MILLISECONDS)
    }
    const nearObserver = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const page = getNumber(entry.target)
          if (entry.isIntersecting) approaching.add(page)
          else approaching.delete(page)
        }
        schedule()
      },
      { root, rootMargin: preload ? '120% 0px' : '0px' },
    )
    const visibleObserver = new IntersectionObserver(
      (entries) => {
        for (const entry of entries)
          visibleHeights.set(getNumber(entry.target), entry.intersectionRect.height)
        let largestHeight = 0
        let page = 1
        // The earlier page stays current unless more than a pixel more of another is visible.
        for (const [number, height] of visibleHeights)
          if (height > largestHeight + 1) [largestHeight, page] = [height, number]
        if (largestHeight > 0) setCurrent(page)
      },
      { root, threshold: [0, 0.1, 0.25, 0.5, 0.75, 1] },
    )
    observers.current = [nearObserver, visibleObserver]
    for (const slot of slots.current.values())
      for (const observer of observers.current) observer.observe(slot)
    return () => {
      for (const observer of observers.current) observer.disconnect()
      observers.current = []
      clearTimeout(timer)
    }
  }, [scroller, preload])

  const register = useCallback((slot: HTMLElement | null) => {
    if (!slot) return
    const page = getNumber(slot)
    slots.current.set(page, slot)
    for (const observer of observers.current) observer.observe(slot)
    return () => {
      slots.current.delete(page)
      for (const observer of observers.current) observer.unobserve(slot)
    }
  }, [])

  return { near, current, register }
}

const getNumber = (slot: Element) => Number((slot as HTMLElement).dataset.slot)
