'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Which pages are in or near the viewport, and which one fills most of it. Pages register through `register`;
 * `scroller` is the scrolling element, by default the window. Without `preload` only visible pages are near.
 */
export function useNearPages(scroller: RefObject<HTMLElement | null> | undefined, preload: boolean) {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([1]))
  const [current, setCurrent] = useState(1)
  const slots = useRef(new Map<number, HTMLElement>())
  const observers = useRef<IntersectionObserver[]>([])

  useEffect(() => {
    const root = scroller?.current ?? null
    const shares = new Map<number, number>()
    const approach = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const after = new Set(before)
          for (const entry of entries) {
            const page = Number((entry.target as HTMLElement).dataset.page)
            if (entry.isIntersecting) after.add(page)
            else after.delete(page)
          }
          return after
        }),
      { root, rootMargin: preload ? '120% 0px' : '0px' },
    )
    const presence = new IntersectionObserver(
      (entries) => {
        for (const entry of entries)
          shares.set(Number((entry.target as HTMLElement).dataset.page), entry.intersectionRect.height)
        let largestShare = 0
        let page = 1
        for (const [number, height] of shares)
          if (height > largestShare + 1) [largestShare, page] = [height, number]
        if (largestShare > 0) setCurrent(page)
      },
      { root, threshold: [0, 0.1, 0.25, 0.5, 0.75, 1] },
    )
    observers.current = [approach, presence]
    for (const slot of slots.current.values())
      for (const observer of observers.current) observer.observe(slot)
    return () => {
      for (const observer of observers.current) observer.disconnect()
      observers.current = []
    }
  }, [scroller, preload])

  const register = useCallback((slot: HTMLElement | null) => {
    if (!slot) return
    const page = Number(slot.dataset.page)
    slots.current.set(page, slot)
    for (const observer of observers.current) observer.observe(slot)
    return () => {
      slots.current.delete(page)
      for (const observer of observers.current) observer.unobserve(slot)
    }
  }, [])

  return { near, current, register }
}
