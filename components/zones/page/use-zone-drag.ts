'use client'

import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { moveAll, resizeAll } from '#components/zones/model/arrange.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { placeMoved } from '#components/zones/model/placement.ts'
import { type Guide, snap } from '#components/zones/model/snap.ts'
import { type DraftZone, type Edge, keepOnPage, onPage, shift } from '#components/zones/model/zone-model.ts'
import { findPageAt, MIN_DRAG_PIXELS, scrollNearEdge, useEscape } from '#components/zones/page/drag.ts'

/** A drag from the moment when the pointer goes down. */
interface Grip {
  /** The edge that is dragged to resize; null for a move. */
  edge: Edge | null
  /** The zone under the pointer. */
  lead: DraftZone
  /** All zones that move, with `lead`. */
  zones: DraftZone[]
  /** From the lead's corner to the pointer, in points. */
  offsetX: number
  offsetY: number
  hasMoved: boolean
  /** The pointer went down on one of several selected zones: a click selects only that one. */
  isOneOfMany: boolean
}

/** What is shown during a drag. */
interface Preview {
  zones: Map<string, DraftZone>
  lead: DraftZone
  guides: Guide[]
}

const SNAP_PIXELS = 5

/** Moves and resizes the selected zones with pointer events; the change is applied on release. */
export function useZoneDrag(editor: Editor, scroller: RefObject<HTMLElement | null>) {
  const grip = useRef<Grip | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)

  useEscape(preview !== null, cancel)

  function pointOn(event: PointerEvent<HTMLElement>, scale: number) {
    const pageRect = event.currentTarget.closest('[data-page]')?.getBoundingClientRect()
    return {
      x: (event.clientX - (pageRect?.left ?? 0)) / scale,
      y: (event.clientY - (pageRect?.top ?? 0)) / scale,
    }
  }

  function down(event: PointerEvent<HTMLElement>, lead: DraftZone, scale: number) {
    if (event.button !== 0) return
    if (event.shiftKey || editor.isMultiSelect) return editor.toggle(lead.key)
    const edge = ((event.target as HTMLElement).dataset.edge as Edge | undefined) ?? null
    const pointer = pointOn(event, scale)
    event.currentTarget.setPointerCapture(event.pointerId)
    const isSelected = editor.selection.has(lead.key)
    if (!isSelected) editor.select(lead.key)
    grip.current = {
      edge,
      lead,
      zones: isSelected ? editor.selectedZones : [lead],
      offsetX: pointer.x - lead.x,
      offsetY: pointer.y - lead.y,
      hasMoved: false,
      isOneOfMany: isSelected && editor.selection.size > 1,
    }
  }

  function move(event: PointerEvent<HTMLElement>, scale: number) {
    const dragged = grip.current
    if (!dragged) return
    const { lead, edge } = dragged
    const pointer = pointOn(event, scale)
    const dx = pointer.x - dragged.offsetX - lead.x
    const dy = pointer.y - dragged.offsetY - lead.y
    if (!dragged.hasMoved && Math.hypot(dx, dy) * scale < MIN_DRAG_PIXELS) return
    dragged.hasMoved = true
    if (edge) return show(lead, resizeAll(dragged.zones, edge, dx, dy, editor.getPageSize), [])
    scrollNearEdge(scroller.current, event.clientY)
    const target = findPageAt(event.clientX, event.clientY)
    if (target && target.number !== lead.page) {
      const unsnapped = dragged.zones.map((zone) => shift(zone, dx, dy))
      return show(lead, unsnapped, [])
    }
    // The Alt key turns snapping off.
    const snapped = event.altKey ? { dx, dy, guides: [] } : snapMove(dragged, dx, dy, scale)
    show(lead, moveAll(dragged.zones, snapped.dx, snapped.dy, editor.getPageSize), snapped.guides)
  }

  function snapMove({ lead, zones }: Grip, dx: number, dy: number, scale: number) {
    const moving = new Set(zones.map(({ key }) => key))
    const neighbours = editor.zones.filter(
      (other) => !moving.has(other.key) && other.page === lead.page && other.documentId === lead.documentId,
    )
    const page = editor.getPageSize(lead)
    const box = keepOnPage({ ...lead, x: lead.x + dx, y: lead.y + dy }, page)
    const snapped = snap(box, neighbours, page, SNAP_PIXELS / scale)
    return { dx: snapped.box.x - lead.x, dy: snapped.box.y - lead.y, guides: snapped.guides }
  }

  function show(lead: DraftZone, zones: DraftZone[], guides: Guide[]) {
    const zonesByKey = new Map(zones.map((zone) => [zone.key, zone]))
    setPreview({ zones: zonesByKey, lead: zonesByKey.get(lead.key)!, guides })
  }

  function up(event: PointerEvent<HTMLElement>) {
    const dragged = grip.current
    grip.current = null
    setPreview(null)
    if (!dragged) return
    if (!dragged.hasMoved && dragged.isOneOfMany) editor.select(dragged.lead.key)
    if (!dragged.hasMoved || !preview) return
    const target = dragged.edge ? null : findPageAt(event.clientX, event.clientY)
    if (target && target.number !== dragged.lead.page) return drop(dragged, target, event)
    const moved = [...preview.zones.values()]
    const placed = dragged.edge ? moved : placeMoved(moved, editor.zones, editor.getPageSize)
    editor.changeAll(placed.map(({ key, x, y, width, height }) => ({ key, x, y, width, height })))
  }

  /** Moves the zones of the lead's page to another page, together. */
  function drop(
    { lead, zones, offsetX, offsetY }: Grip,
    target: NonNullable<ReturnType<typeof findPageAt>>,
    event: PointerEvent,
  ) {
    const size = editor.findPageSize({ documentId: lead.documentId, page: target.number })
    if (!size) return
    const scale = target.width / size.width
    const dx = (event.clientX - target.left) / scale - offsetX - lead.x
    const dy = (event.clientY - target.top) / scale - offsetY - lead.y
    const group = zones
      .filter((zone) => zone.page === lead.page && zone.documentId === lead.documentId)
      .map((zone) => onPage(zone, target.number))
    editor.focusNext.current = lead.key
    const placed = placeMoved(
      moveAll(group, dx, dy, () => size),
      editor.zones,
      () => size,
    )
    editor.changeAll(placed.map(({ key, page, x, y }) => ({ key, page, x, y })))
  }

  function cancel() {
    grip.current = null
    setPreview(null)
  }

  return {
    preview,
    /** The page that must stay drawn, because it has the pointer. */
    page: preview?.lead.page ?? null,
    makeHandlers: (zone: DraftZone, scale: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => down(event, zone, scale),
      onPointerMove: (event: PointerEvent<HTMLElement>) => move(event, scale),
      onPointerUp: up,
      onPointerCancel: cancel,
    }),
  }
}

export type ZoneDrag = ReturnType<typeof useZoneDrag>
