'use client'

import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { cx } from '#components/ui/cx.ts'
import { useSigningSession } from '../session/context.ts'
import { type Drawing, type Stroke, strokePath } from './strokes.ts'

interface PadProps {
  drawing: Drawing
  onChange: (drawing: Drawing) => void
  describedBy: string
  className?: string
}

/**
 * A drawing pad for finger, pen and mouse, sharp on every screen. A drawing keeps its proportions when the pad gets
 * another size, as when a phone is rotated.
 */
export function Pad({ drawing, onChange, describedBy, className }: PadProps) {
  const { t } = useSigningSession()
  const svg = useRef<SVGSVGElement>(null)
  const [current, setCurrent] = useState<Stroke | null>(null)
  const [size, setSize] = useState({ width: 300, height: 150 })
  const pointer = useRef<number | null>(null)
  /** A hand that rests on the screen touches it too: with a pen, touches do not draw. */
  const hasPen = useRef(false)

  useEffect(() => {
    const element = svg.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth || 300, height: element.clientHeight || 150 }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const isEmpty = drawing.strokes.length === 0
  const { width, height } = isEmpty ? size : drawing

  function toPoints(event: PointerEvent<SVGSVGElement>, everyPoint: boolean): Stroke['points'] {
    const toPad = svg.current?.getScreenCTM()?.inverse()
    if (!toPad) return []
    const coalesced = everyPoint ? (event.nativeEvent.getCoalescedEvents?.() ?? []) : []
    return (coalesced.length > 0 ? coalesced : [event.nativeEvent]).map((sample) => {
      const { x, y } = new DOMPoint(sample.clientX, sample.clientY).matrixTransform(toPad)
      return [x, y, sample.pressure]
    })
  }
  function begin(event: PointerEvent<SVGSVGElement>) {
    const isPen = event.pointerType === 'pen'
    if (isPen) hasPen.current = true
    const isPalm = event.pointerType === 'touch' && hasPen.current
    if (isPalm || event.button !== 0 || (pointer.current !== null && !isPen)) return
    pointer.current = event.pointerId
    svg.current?.setPointerCapture(event.pointerId)
    setCurrent({ points: toPoints(event, false), hasPressure: isPen && event.pressure !== 0.5 })
  }
  function draw(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerId !== pointer.current || !current) return
    setCurrent({ ...current, points: [...current.points, ...toPoints(event, true)] })
  }
  function end(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerId !== pointer.current) return
    pointer.current = null
    setCurrent(null)
    // A touch that the browser takes for something else is no stroke.
    if (current && event.type === 'pointerup')
      onChange({ width, height, strokes: [...drawing.strokes, current] })
  }

  const allStrokes = current ? [...drawing.strokes, current] : drawing.strokes
  return (
    <div className={cx('on-page relative overflow-hidden bg-page', className)}>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-6 bottom-[22%] border-b border-rule-strong"
      />
      <svg
        ref={svg}
        role="img"
        aria-label={t.drawHere}
        aria-describedby={describedBy}
        viewBox={`0 0 ${width} ${height}`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        className="relative block size-full cursor-crosshair touch-none select-none overflow-visible text-(--mark)"
      >
        <path d={allStrokes.map((stroke) => strokePath(stroke, height)).join('')} fill="currentColor" />
      </svg>
      {isEmpty && !current ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-6 bottom-[calc(22%+0.375rem)] text-center text-balance text-sm text-ink-faint"
        >
          {t.drawHere}
        </span>
      ) : null}
    </div>
  )
}
