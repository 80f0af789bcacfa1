'use client'

import { Eraser, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { Button } from '#components/ui/button'
import type { WayProps } from './adopt.tsx'
import { useCeremony } from './context.tsx'
import { onPaper } from './on-paper.tsx'
import { pictureOf } from './picture.ts'

/** The ink in which the service prints typed signatures too. */
export const ink = '#0f1c54'

/** A pad to draw on: sharp on every screen, kept when the phone is turned. */
export function DrawMark({ kind, onChange }: WayProps) {
  const { t } = useCeremony()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const [strokes, setStrokes] = useState(0)

  function take(count: number) {
    const image = count > 0 && canvas.current ? pictureOf(canvas.current) : null
    setStrokes(count)
    onChange(image ? { method: 'drawn', image } : null)
  }
  const report = useEffectEvent(() => take(pad.current?.toData().length ?? 0))

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const drawn = new SignaturePad(element, { penColor: ink, minWidth: 0.8, maxWidth: 2.8 })
    pad.current = drawn
    const fit = () => {
      const before = element.dataset.width ? Number(element.dataset.width) : element.clientWidth
      const scale = element.clientWidth / before
      const groups = drawn.toData().map((group) => scaled(group, scale))
      // Never below 3, so that the print on paper is as sharp as on the best screen.
      const density = Math.max(window.devicePixelRatio || 1, 3)
      element.width = element.clientWidth * density
      element.height = element.clientHeight * density
      element.dataset.width = String(element.clientWidth)
      element.getContext('2d')?.scale(density, density)
      drawn.fromData(groups)
    }
    const watch = new ResizeObserver(fit)
    watch.observe(element)
    const onEnd = () => report()
    drawn.addEventListener('endStroke', onEnd)
    return () => {
      watch.disconnect()
      drawn.removeEventListener('endStroke', onEnd)
      drawn.off()
    }
  }, [])

  function undo() {
    const groups = pad.current?.toData().slice(0, -1) ?? []
    pad.current?.fromData(groups)
    take(groups.length)
  }
  function clear() {
    pad.current?.clear()
    take(0)
  }

  return (
    <div>
      <div style={onPaper} className="relative overflow-hidden rounded-md border border-rule-strong bg-sheet">
        <canvas
          ref={canvas}
          aria-label={t.drawHere}
          role="img"
          className={`block w-full touch-none cursor-crosshair sideways:h-[calc(100dvh-11.5rem)] sideways:max-h-52 sideways:min-h-20 ${kind === 'initials' ? 'h-40' : 'h-52'}`}
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
        <Button look="quiet" disabled={strokes === 0} onClick={undo}>
          <Undo2 className="size-4" aria-hidden="true" />
          {t.undo}
        </Button>
        <Button look="quiet" disabled={strokes === 0} onClick={clear}>
          <Eraser className="size-4" aria-hidden="true" />
          {t.clear}
        </Button>
        <p className="sr-only">{t.drawKeyboard}</p>
      </div>
    </div>
  )
}

function scaled(group: PointGroup, factor: number): PointGroup {
  return {
    ...group,
    points: group.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }
}
