'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ZoomPoint } from '#components/viewer/use-anchor.ts'
import { pageAt } from '#components/zones/page/drag.ts'
import { nextZoom, wheelZoom } from '#components/zones/page/zoom.ts'

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
      const page = pageAt(event.clientX, event.clientY)
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
