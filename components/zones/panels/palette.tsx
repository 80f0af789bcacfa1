'use client'

import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import { FieldTypeIcon } from '#components/zones/field-type-icon.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { kinds } from '#components/zones/model/zone-model.ts'
import { findPageAt, MIN_DRAG_PIXELS, scrollNearEdge, useEscape } from '#components/zones/page/drag.ts'
import { signerColor } from '#components/zones/signer-colors.tsx'
import { type FieldType, fieldTypes } from '#lib/pdf/zones'

interface PaletteProps {
  editor: Editor
  scroller: RefObject<HTMLElement | null>
  /** Places a zone in the middle of the visible page. */
  onAdd: (type: FieldType) => void
  /** A row at the bottom instead of a column. */
  row?: boolean
}

/** Every field type: dragged onto a page, or added by a click, a tap or the Enter key. */
export function Palette({ editor, scroller, onAdd, row }: PaletteProps) {
  const t = useTranslations('zones')
  const [drag, setDrag] = useState<{ type: FieldType; x: number; y: number; scale: number } | null>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const dragged = useRef(false)
  const index = editor.signers.findIndex((signer) => signer.id === editor.signerId)

  useEscape(drag !== null, cancel)

  /** The click that follows adds no zone either, as `dragged` stays. */
  function cancel() {
    start.current = null
    setDrag(null)
  }

  function move(event: PointerEvent, type: FieldType) {
    const from = start.current
    if (!from) return
    if (!dragged.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) < MIN_DRAG_PIXELS)
      return
    dragged.current = true
    scrollNearEdge(scroller.current, event.clientY)
    const target = findPageAt(event.clientX, event.clientY)
    const size = target && editor.document?.pages.find((page) => page.number === target.number)
    setDrag({
      type,
      x: event.clientX,
      y: event.clientY,
      scale: target && size ? target.width / size.width : 1,
    })
  }

  function drop(event: PointerEvent, type: FieldType) {
    const isDropped = start.current !== null && dragged.current
    cancel()
    if (!isDropped) return
    const target = findPageAt(event.clientX, event.clientY)
    const size = target && editor.document?.pages.find((page) => page.number === target.number)
    if (!target || !size) return
    const scale = target.width / size.width
    editor.add(type, {
      page: target.number,
      x: (event.clientX - target.left) / scale,
      y: (event.clientY - target.top) / scale,
    })
  }

  return (
    <>
      <ul
        aria-label={t('fieldTypes')}
        className={
          row
            ? 'flex gap-1.5 overflow-x-auto p-1 sideways:grid sideways:grid-cols-2'
            : 'grid grid-cols-2 gap-1.5'
        }
      >
        {fieldTypes.map((type) => (
          <li key={type} className={row ? 'shrink-0' : undefined}>
            <button
              type="button"
              disabled={editor.signers.length === 0}
              title={t(`kindHelp.${type}`)}
              onPointerDown={(event) => {
                dragged.current = false
                // Touch scrolls the palette; a tap adds a zone.
                if (event.pointerType === 'touch' || event.button !== 0) return
                start.current = { x: event.clientX, y: event.clientY }
                event.currentTarget.setPointerCapture(event.pointerId)
              }}
              onPointerMove={(event) => move(event, type)}
              onPointerUp={(event) => drop(event, type)}
              onPointerCancel={cancel}
              onClick={() => {
                if (!dragged.current) onAdd(type)
                dragged.current = false
              }}
              className={cx(
                'flex min-h-10 w-full items-center gap-1 rounded-md border border-rule bg-card px-1.5 text-left text-sm hover:border-ink disabled:opacity-50',
                !row && 'cursor-grab',
              )}
            >
              <FieldTypeIcon type={type} className="size-4 shrink-0 text-ink-soft" />
              <span
                className={
                  row
                    ? 'whitespace-nowrap sideways:min-w-0 sideways:whitespace-normal'
                    : 'min-w-0 leading-tight break-words hyphens-auto'
                }
              >
                {t(`kinds.${type}`)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {drag ? createPortal(<DragPreview {...drag} index={index} />, document.body) : null}
    </>
  )
}

function DragPreview({
  type,
  x,
  y,
  scale,
  index,
}: {
  type: FieldType
  x: number
  y: number
  scale: number
  index: number
}) {
  const t = useTranslations('zones')
  const width = kinds[type].width * scale
  const height = kinds[type].height * scale
  return (
    <div
      aria-hidden="true"
      className="signer-tint pointer-events-none fixed z-50 flex items-center justify-center rounded-[1px] border text-xs shadow-float"
      style={{ ...signerColor(index), left: x - width / 2, top: y - height / 2, width, height }}
    >
      {height > 12 && width > 30 ? t(`kinds.${type}`) : null}
    </div>
  )
}
