'use client'

import { type PointerEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import type { ColumnPage } from '#components/viewer/page-slot.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { boxBetween, listKeysOnPage } from '#components/zones/model/selection.ts'
import { MIN_DRAG_PIXELS, useEscape } from '#components/zones/page/drag.ts'
import { FurtherPlaces } from '#components/zones/page/further-places.tsx'
import type { ZoneDrag } from '#components/zones/page/use-zone-drag.ts'
import { ZoneOnPage } from '#components/zones/page/zone-on-page.tsx'
import type { ZoneBox } from '#lib/pdf/geometry'

interface PageSurfaceProps {
  editor: Editor
  drag: ZoneDrag
  documentId: number
  page: ColumnPage
  scale: number
}

/** The zones of a page, above a surface: dragging over it draws a marquee that selects zones. */
export function PageSurface({ editor, drag, documentId, page, scale }: PageSurfaceProps) {
  const zones = editor.zones.filter((zone) => zone.documentId === documentId && zone.page === page.number)
  const { preview } = drag
  const hasGuides = preview?.lead.page === page.number && preview.lead.documentId === documentId
  return (
    <>
      <Marquee editor={editor} documentId={documentId} page={page} scale={scale} />
      {hasGuides
        ? preview.guides.map((guide) => (
            <span
              key={`${guide.axis}${guide.at}`}
              aria-hidden="true"
              data-guide={guide.axis}
              className={cx(
                'on-page pointer-events-none absolute bg-accent',
                guide.axis === 'x' ? 'inset-y-0 w-px' : 'inset-x-0 h-px',
              )}
              style={guide.axis === 'x' ? { left: guide.at * scale } : { top: guide.at * scale }}
            />
          ))
        : null}
      <FurtherPlaces editor={editor} drag={drag} documentId={documentId} page={page.number} scale={scale} />
      {zones.map((zone) => (
        <ZoneOnPage key={zone.key} editor={editor} drag={drag} zone={zone} scale={scale} />
      ))}
    </>
  )
}

function Marquee({ editor, documentId, page, scale }: Omit<PageSurfaceProps, 'drag'>) {
  const t = useTranslations('zones')
  const [start, setStart] = useState<{ x: number; y: number; before: ReadonlySet<string> } | null>(null)
  const [box, setBox] = useState<ZoneBox | null>(null)
  useEscape(start !== null, () => {
    if (start) editor.selectAll(start.before)
    clear()
  })
  const getPoint = (event: PointerEvent<HTMLElement>) => {
    const rect = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - rect.left) / scale, y: (event.clientY - rect.top) / scale }
  }

  function down(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    // A finger scrolls; a tap clears the selection.
    if (event.pointerType === 'touch') return editor.isMultiSelect ? undefined : editor.select(null)
    event.currentTarget.setPointerCapture(event.pointerId)
    const before: ReadonlySet<string> = event.shiftKey ? editor.selection : new Set()
    setStart({ ...getPoint(event), before })
    editor.selectAll(before)
  }
  function move(event: PointerEvent<HTMLElement>) {
    if (!start) return
    const next = boxBetween(start, getPoint(event))
    if (!box && Math.max(next.width, next.height) * scale < MIN_DRAG_PIXELS) return
    setBox(next)
    const touched = listKeysOnPage(editor.zones, { documentId, page: page.number }, next)
    editor.selectAll([...start.before, ...touched])
  }
  function end() {
    if (box && editor.selection.size > 0) editor.say(t('selected', { count: editor.selection.size }))
    clear()
  }
  function clear() {
    setStart(null)
    setBox(null)
  }

  return (
    // The keyboard selects with Ctrl A and in the list of fields.
    <div
      data-surface
      className="absolute inset-0 select-none"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {box ? (
        <span
          aria-hidden="true"
          className="on-page pointer-events-none absolute border border-accent bg-accent/10"
          style={{
            left: box.x * scale,
            top: box.y * scale,
            width: box.width * scale,
            height: box.height * scale,
          }}
        />
      ) : null}
    </div>
  )
}
