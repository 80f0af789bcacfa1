'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ZoomPoint } from '#components/viewer/use-anchor.ts'
import { findPageAt } from '#components/zones/page/drag.ts'

/** The zoom factors of the buttons. */
const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
export const MIN_ZOOM = 0.25
export const MAX_ZOOM = 4

const limit = (factor: number) => Math.min(Math.max(factor, MIN_ZOOM), MAX_ZOOM)

/** The next larger or smaller factor of the buttons. */
export function nextZoom(factor: number, direction: 1 | -1): number {
  const next =
    direction > 0
      ? steps.find((step) => step > factor + 0.01)
      : steps.findLast((step) => step < factor - 0.01)
  return next ?? factor
}

/** The factor after a turn of the wheel by `deltaY` pixels. */
export function wheelZoom(factor: number, deltaY: number): number {
  // A notch of a mouse wheel is 100 pixels or more, a step of a trackpad's pinch a few.
  const pixels = Math.min(Math.max(deltaY, -100), 100)
  return Math.round(limit(factor * Math.exp(-pixels / 500)) * 100) / 100
}

/** The zoom of the pages: by buttons, or by Ctrl and the mouse wheel around the pointer. */
export function useZoom(scroller: RefObject<HTMLElement | null>) {
  const [factor, setFactor] = useState(1)
  /** Pages fill the width; otherwise they are at most 1.5 pixels per point. */
  const [isFit, setFit] = useState(false)
  /** The point that stays in place at the next zoom. */
  const point = useRef<ZoomPoint | null>(null)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    function onWheel(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const page = findPageAt(event.clientX, event.clientY)
      point.current = page && {
        page: page.number,
        fractionX: (event.clientX - page.left) / page.width,
        fractionY: (event.clientY - page.top) / page.height,
        clientX: event.clientX,
        clientY: event.clientY,
      }
      setFactor((zoomBefore) => wheelZoom(zoomBefore, event.deltaY))
    }
    // React's own listeners are passive: they could not stop the browser's zoom.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [scroller])

  return {
    factor,
    isFit,
    point,
    step: (direction: 1 | -1) => setFactor((zoomBefore) => nextZoom(zoomBefore, direction)),
    fitWidth: () => {
      setFactor(1)
      setFit(true)
    },
  }
}

export type Zoom = ReturnType<typeof useZoom>
