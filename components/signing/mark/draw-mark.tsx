'use client'

import { Eraser, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { useSigningSession } from '../session/context.ts'
import type { MarkProps } from '../shapes.ts'
import { exportPicture } from './picture.ts'

/** Strokes, and the size of the pad on which they were drawn. */
interface Drawing {
  groups: PointGroup[]
  width: number
  height: number
}

/** A drawing pad: sharp on every screen; the drawing stays when the phone is rotated. */
export function DrawMark({ kind, onChange }: MarkProps) {
  const { t } = useSigningSession()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const drawing = useRef<Drawing | null>(null)
  const [strokes, setStrokes] = useState(0)

  function reportDrawing() {
    if (!canvas.current || !pad.current) return
    const { clientWidth: width, clientHeight: height } = canvas.current
    const groups = pad.current.toData()
    drawing.current = { groups, width, height }
    setStrokes(groups.length)
    const image = groups.length > 0 ? exportPicture(canvas.current) : null
    onChange(image ? { method: 'drawn', image } : null)
  }
  const onStrokeEnd = useEffectEvent(reportDrawing)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const penColor = getComputedStyle(element).getPropertyValue('--mark').trim()
    const signaturePad = new SignaturePad(element, { penColor, minWidth: 0.8, maxWidth: 2.8 })
    pad.current = signaturePad
    const resizeCanvas = () => {
      const { clientWidth, clientHeight } = element
      // At least 3, so that it prints sharply.
      const density = Math.max(window.devicePixelRatio || 1, 3)
      element.width = clientWidth * density
      element.height = clientHeight * density
      element.getContext('2d')?.scale(density, density)
      signaturePad.fromData(scaledPoints(drawing.current, clientWidth, clientHeight))
    }
    const observer = new ResizeObserver(resizeCanvas)
    observer.observe(element)
    const onEnd = () => onStrokeEnd()
    signaturePad.addEventListener('endStroke', onEnd)
    return () => {
      observer.disconnect()
      signaturePad.removeEventListener('endStroke', onEnd)
      signaturePad.off()
    }
  }, [])

  function undo() {
    const groups = pad.current?.toData().slice(0, -1) ?? []
    pad.current?.fromData(groups)
    reportDrawing()
  }
  function clear() {
    pad.current?.clear()
    reportDrawing()
  }

  return (
    <div>
      <div className="on-page relative overflow-hidden rounded-md border border-rule-strong bg-page">
        <canvas
          ref={canvas}
          aria-label={t.drawHere}
          role="img"
          className={cx(
            'block w-full cursor-crosshair touch-none sideways:h-[clamp(5rem,100dvh-11.5rem,13rem)]',
            kind === 'initials' ? 'h-40' : 'h-[clamp(8rem,88dvh-20.5rem,13rem)]',
          )}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-6 bottom-11 border-b border-rule-strong"
        />
        {strokes === 0 ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-6 bottom-4 text-center text-sm text-ink-faint"
          >
            {t.drawHere}
          </span>
        ) : null}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button variant="quiet" disabled={strokes === 0} onClick={undo}>
          <Undo2 className="size-4" aria-hidden="true" />
          {t.undo}
        </Button>
        <Button variant="quiet" disabled={strokes === 0} onClick={clear}>
          <Eraser className="size-4" aria-hidden="true" />
          {t.clear}
        </Button>
        <p className="sr-only">{t.drawKeyboard}</p>
      </div>
    </div>
  )
}

/** The strokes scaled to a pad of another size. */
function scaledPoints(drawing: Drawing | null, width: number, height: number): PointGroup[] {
  if (!drawing) return []
  const scale = Math.min(width / drawing.width, height / drawing.height)
  return drawing.groups.map((group) => ({
    ...group,
    points: group.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }))
}
