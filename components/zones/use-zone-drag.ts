'use client'

import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { pageAt, scrollNearEdge } from '#components/zones/drag.ts'
import type { Editor } from '#components/zones/editor-state.ts'
import { type Guide, snap } from '#components/zones/snap.ts'
import { type DraftZone, type Edge, keepOnPage, type PageSize, resize } from '#components/zones/zone-model.ts'

interface Grip {
  edge: Edge | null
  /** From the zone's corner to the pointer, in points. */
  offsetX: number
  offsetY: number
  start: DraftZone
  moved: boolean
}

interface Preview {
  zone: DraftZone
  guides: Guide[]
}

const snapPixels = 5
const threshold = 3

/** Moves and resizes a zone with pointer events; the change is applied on release. */
export function useZoneDrag(
  editor: Editor,
  zone: DraftZone,
  page: PageSize,
  scale: number,
  scroller: RefObject<HTMLElement | null>,
) {
  const grip = useRef<Grip | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)

  function pointOn(event: PointerEvent<HTMLElement>) {
    const pageRect = event.currentTarget.closest('[data-page]')?.getBoundingClientRect()
    return {
      x: (event.clientX - (pageRect?.left ?? 0)) / scale,
      y: (event.clientY - (pageRect?.top ?? 0)) / scale,
    }
  }

  function down(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    const edge = ((event.target as HTMLElement).dataset.edge as Edge | undefined) ?? null
    const at = pointOn(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { edge, offsetX: at.x - zone.x, offsetY: at.y - zone.y, start: zone, moved: false }
    editor.select(zone.key)
  }

  function move(event: PointerEvent<HTMLElement>) {
    const gripped = grip.current
    if (!gripped) return
    const at = pointOn(event)
    const dx = at.x - gripped.offsetX - gripped.start.x
    const dy = at.y - gripped.offsetY - gripped.start.y
    if (!gripped.moved && Math.hypot(dx, dy) * scale < threshold) return
    gripped.moved = true
    if (gripped.edge) {
      setPreview({ zone: resize(gripped.start, gripped.edge, dx, dy, page), guides: [] })
      return
    }
    scrollNearEdge(scroller.current, event.clientY)
    const loose = { ...gripped.start, x: gripped.start.x + dx, y: gripped.start.y + dy }
    const under = pageAt(event.clientX, event.clientY)
    if (under && under.number !== zone.page) setPreview({ zone: loose, guides: [] })
    else setPreview(settle(loose, event.altKey))
  }

  function settle(loose: DraftZone, free: boolean): Preview {
    const neighbours = editor.zones.filter(
      (other) => other.key !== zone.key && other.page === zone.page && other.documentId === zone.documentId,
    )
    const drawn = free ? { box: loose, guides: [] } : snap(loose, neighbours, snapPixels / scale)
    return { zone: keepOnPage(drawn.box, page), guides: drawn.guides }
  }

  function up(event: PointerEvent<HTMLElement>) {
    const gripped = grip.current
    grip.current = null
    if (!gripped?.moved || !preview) return setPreview(null)
    const under = gripped.edge ? null : pageAt(event.clientX, event.clientY)
    setPreview(null)
    if (under && under.number !== zone.page) {
      const size = editor.sizeOf({ documentId: zone.documentId, page: under.number })
      const ratio = size ? under.width / size.width : scale
      const x = (event.clientX - under.left) / ratio - gripped.offsetX
      const y = (event.clientY - under.top) / ratio - gripped.offsetY
      editor.focusNext.current = zone.key
      editor.change(zone, { page: under.number, x, y })
    } else {
      const { x, y, width, height } = preview.zone
      editor.change(zone, { x, y, width, height })
    }
  }

  function cancel() {
    grip.current = null
    setPreview(null)
  }

  return {
    shown: preview?.zone ?? zone,
    guides: preview?.guides ?? [],
    dragging: preview !== null,
    handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel },
  }
}
