import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const MIN_ZOOM = 1
const MAX_ZOOM = 4
const clamp = (zoom: number) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom))

interface Anchor {
  /** The anchor of a zoom: its position in the content (fraction) and on the screen. */
  x: number
  y: number
  clientX: number
  clientY: number
}

/** Zoom by pinch, Ctrl and wheel, and buttons; the point under the pointer stays in place. */
export function useZoom(frame: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const anchor = useRef<Anchor | null>(null)

  const zoomAt = useCallback(
    (next: (zoomBefore: number) => number, clientX: number, clientY: number) => {
      const box = content.current?.getBoundingClientRect()
      if (!box) return
      anchor.current = {
        x: (clientX - box.left) / box.width,
        y: (clientY - box.top) / box.height,
        clientX,
        clientY,
      }
      setZoom((zoomBefore) => clamp(next(zoomBefore)))
    },
    [content],
  )

  useLayoutEffect(() => {
    const anchored = anchor.current
    const box = content.current?.getBoundingClientRect()
    if (!anchored || !box || zoom < MIN_ZOOM) return
    anchor.current = null
    if (frame.current) frame.current.scrollLeft += box.left + anchored.x * box.width - anchored.clientX
    window.scrollBy({ top: box.top + anchored.y * box.height - anchored.clientY, behavior: 'instant' })
  }, [zoom, frame, content])

  useEffect(() => {
    const element = frame.current
    if (!element) return
    let pinch: { distance: number; zoom: number } | null = null
    const measurePinch = (touches: TouchList) => {
      const [a, b] = [touches[0], touches[1]]
      if (!a || !b) return null
      return {
        distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
        clientX: (a.clientX + b.clientX) / 2,
        clientY: (a.clientY + b.clientY) / 2,
      }
    }
    const onTouch = (event: TouchEvent) => {
      const touchPinch = event.touches.length === 2 ? measurePinch(event.touches) : null
      if (!touchPinch) {
        pinch = null
        return
      }
      event.preventDefault()
      if (!pinch) {
        setZoom((zoomBefore) => {
          pinch = { distance: touchPinch.distance, zoom: zoomBefore }
          return zoomBefore
        })
        return
      }
      const { distance, zoom: from } = pinch
      zoomAt(() => from * (touchPinch.distance / distance), touchPinch.clientX, touchPinch.clientY)
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomAt((zoomBefore) => zoomBefore * Math.exp(-event.deltaY / 200), event.clientX, event.clientY)
    }
    const options = { passive: false }
    for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      element.addEventListener(type, onTouch, options)
    element.addEventListener('wheel', onWheel, options)
    return () => {
      for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
        element.removeEventListener(type, onTouch)
      element.removeEventListener('wheel', onWheel)
    }
  }, [frame, zoomAt])

  const step = useCallback(
    (factor: number) =>
      zoomAt((zoomBefore) => zoomBefore * factor, window.innerWidth / 2, window.innerHeight / 2),
    [zoomAt],
  )
  return {
    zoom,
    zoomIn: () => step(1.4),
    zoomOut: () => step(1 / 1.4),
    isSmallest: zoom <= MIN_ZOOM,
    isLargest: zoom >= MAX_ZOOM,
  }
}
