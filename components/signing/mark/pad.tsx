'use client'

import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { cx } from '#components/ui/cx.ts'
import { useSigningSession } from '../session/context.ts'
import type { InkBox } from './ink.ts'
import { type Drawing, findPenWidth, type Stroke, strokePath } from './strokes.ts'

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
  const { left, top, width, height } = isEmpty ? { left: 0, top: 0, ...size } : drawing

  const findMatrix = () => svg.current?.getScreenCTM()?.inverse()

  /** The part of the plane that this pad shows: more than the drawing says where it has another shape. */
  function findShown(): InkBox {
    const [toPad, rect] = [findMatrix(), svg.current?.getBoundingClientRect()]
    if (!toPad || !rect) return { left, top, width, height }
    const from = new DOMPoint(rect.left, rect.top).matrixTransform(toPad)
    const to = new DOMPoint(rect.right, rect.bottom).matrixTransform(toPad)
    return { left: from.x, top: from.y, width: to.x - from.x, height: to.y - from.y }
  }
  function toPoints(event: PointerEvent<SVGSVGElement>, everyPoint: boolean): Stroke['points'] {
    const toPad = findMatrix()
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
    setCurrent({
      points: toPoints(event, false),
      hasPressure: isPen && event.pressure !== 0.5,
      width: drawing.strokes[0]?.width ?? findPenWidth(size.height),
    })
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
      onChange({ ...findShown(), strokes: [...drawing.strokes, current] })
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
        viewBox={`${left} ${top} ${width} ${height}`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        className="relative block size-full cursor-crosshair touch-none select-none overflow-visible text-(--mark)"
      >
        <path d={allStrokes.map(strokePath).join('')} fill="currentColor" />
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
