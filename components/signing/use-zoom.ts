import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const least = 1
const most = 4
const clamp = (zoom: number) => Math.min(most, Math.max(least, zoom))

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
    (next: (before: number) => number, clientX: number, clientY: number) => {
      const box = content.current?.getBoundingClientRect()
      if (!box) return
      anchor.current = {
        x: (clientX - box.left) / box.width,
        y: (clientY - box.top) / box.height,
        clientX,
        clientY,
      }
      setZoom((before) => clamp(next(before)))
    },
    [content],
  )

  useLayoutEffect(() => {
    const anchored = anchor.current
    const box = content.current?.getBoundingClientRect()
    if (!anchored || !box || zoom < least) return
    anchor.current = null
    if (frame.current) frame.current.scrollLeft += box.left + anchored.x * box.width - anchored.clientX
    window.scrollBy({ top: box.top + anchored.y * box.height - anchored.clientY, behavior: 'instant' })
  }, [zoom, frame, content])

  useEffect(() => {
    const element = frame.current
    if (!element) return
    let pinch: { distance: number; zoom: number } | null = null
    const spread = (touches: TouchList) => {
      const [a, b] = [touches[0], touches[1]]
      if (!a || !b) return null
      return {
        distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
        clientX: (a.clientX + b.clientX) / 2,
        clientY: (a.clientY + b.clientY) / 2,
      }
    }
    const onTouch = (event: TouchEvent) => {
      const now = event.touches.length === 2 ? spread(event.touches) : null
      if (!now) {
        pinch = null
        return
      }
      event.preventDefault()
      if (!pinch) {
        setZoom((before) => {
          pinch = { distance: now.distance, zoom: before }
          return before
        })
        return
      }
      const { distance, zoom: from } = pinch
      zoomAt(() => from * (now.distance / distance), now.clientX, now.clientY)
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomAt((before) => before * Math.exp(-event.deltaY / 200), event.clientX, event.clientY)
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
    (factor: number) => zoomAt((before) => before * factor, window.innerWidth / 2, window.innerHeight / 2),
    [zoomAt],
  )
  return {
    zoom,
    zoomIn: () => step(1.4),
    zoomOut: () => step(1 / 1.4),
    least: zoom <= least,
    most: zoom >= most,
  }
}
