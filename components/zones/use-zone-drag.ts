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
  hasMoved: boolean
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
  const dragRef = useRef<Grip | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)

  function pointOn(event: PointerEvent<HTMLElement>) {
    const pageRect = event.currentTarget.closest('[data-page]')?.getBoundingClientRect()
    return {
      x: (event.clientX - (pageRect?.left ?? 0)) / scale,
      y: (event.clientY - (pageRect?.top ?? 0)) / scale,
    }
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    const edge = ((event.target as HTMLElement).dataset.edge as Edge | undefined) ?? null
    const at = pointOn(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    dragRef.current = { edge, offsetX: at.x - zone.x, offsetY: at.y - zone.y, start: zone, hasMoved: false }
    editor.select(zone.key)
  }

  function move(event: PointerEvent<HTMLElement>) {
    const dragged = dragRef.current
    if (!dragged) return
    const at = pointOn(event)
    const dx = at.x - dragged.offsetX - dragged.start.x
    const dy = at.y - dragged.offsetY - dragged.start.y
    if (!dragged.hasMoved && Math.hypot(dx, dy) * scale < threshold) return
    dragged.hasMoved = true
    if (dragged.edge) {
      setPreview({ zone: resize(dragged.start, dragged.edge, dx, dy, page), guides: [] })
      return
    }
    scrollNearEdge(scroller.current, event.clientY)
    const unsnapped = { ...dragged.start, x: dragged.start.x + dx, y: dragged.start.y + dy }
    const target = pageAt(event.clientX, event.clientY)
    if (target && target.number !== zone.page) setPreview({ zone: unsnapped, guides: [] })
    else setPreview(snapped(unsnapped, event.altKey))
  }

  function snapped(unsnapped: DraftZone, free: boolean): Preview {
    const neighbours = editor.zones.filter(
      (candidate) =>
        candidate.key !== zone.key &&
        candidate.page === zone.page &&
        candidate.documentId === zone.documentId,
    )
    const drawn = free ? { box: unsnapped, guides: [] } : snap(unsnapped, neighbours, snapPixels / scale)
    return { zone: keepOnPage(drawn.box, page), guides: drawn.guides }
  }

  function up(event: PointerEvent<HTMLElement>) {
    const dragged = dragRef.current
    dragRef.current = null
    if (!dragged?.hasMoved || !preview) return setPreview(null)
    const target = dragged.edge ? null : pageAt(event.clientX, event.clientY)
    setPreview(null)
    if (target && target.number !== zone.page) {
      const size = editor.sizeOf({ documentId: zone.documentId, page: target.number })
      const ratio = size ? target.width / size.width : scale
      const x = (event.clientX - target.left) / ratio - dragged.offsetX
      const y = (event.clientY - target.top) / ratio - dragged.offsetY
      editor.focusNext.current = zone.key
      editor.change(zone, { page: target.number, x, y })
    } else {
      const { x, y, width, height } = preview.zone
      editor.change(zone, { x, y, width, height })
    }
  }

  function cancel() {
    dragRef.current = null
    setPreview(null)
  }

  return {
    shown: preview?.zone ?? zone,
    guides: preview?.guides ?? [],
    dragging: preview !== null,
    handlers: { onPointerDown, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel },
  }
}
