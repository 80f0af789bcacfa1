import { type PdfDict, type PdfObject, PdfStream } from '@libpdf/core'
import { asDict, numbers } from '#lib/pdf/check/inspect'
import { normalizeRect, type PageGeometry, type Rect } from '#lib/pdf/geometry'
import type { Revision } from '../timeline.ts'

type Resolve = Revision['resolve']

/** Flags by which an annotation keeps its size and its direction on the screen (ISO 32000-2, table 167). */
const noZoom = 8
const noRotate = 16
/** NoZoom and NoRotate: where an annotation is drawn depends on them. */
export const placeFlags = noZoom | noRotate

/** The part of a page that an annotation without a fixed size may be drawn in. */
const everywhere: Rect = [
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
]

/** Flags of an annotation (/F). */
export function getFlags(annotation: PdfDict | null | undefined, resolve: Resolve): number {
  return annotation?.getNumber('F', resolve)?.value ?? 0
}

/** Whether an annotation is a widget (ISO 32000-2, 12.5.6.19): /Rect and its appearance say what it draws. */
export function isWidget(annotation: PdfObject, resolve: Resolve): boolean {
  return asDict(annotation)?.getName('Subtype', resolve)?.value === 'Widget'
}

/**
 * Whether an annotation has an appearance without the required /BBox (ISO 32000-2, table 93): some readers draw it
 * over the whole page.
 */
export function hasUnboundedAppearance(annotation: PdfDict, resolve: Resolve): boolean {
  const appearance = asDict(annotation.get('AP', resolve))
  return ['N', 'R', 'D'].some((key) => {
    const entry = asDict(appearance?.get(key, resolve))
    if (!entry) return false
    const keys = entry instanceof PdfStream ? [] : [...entry.keys()]
    const streams = [entry, ...keys.map(({ value }) => entry.get(value, resolve))]
    return streams.some((stream) => stream instanceof PdfStream && !hasBounds(stream, resolve))
  })
}

/** Whether a widget shows one of several appearances, by its state (/AS; ISO 32000-2, 12.5.5). */
export function hasStates(widget: PdfDict, resolve: Resolve): boolean {
  const appearances = asDict(widget.get('AP', resolve))
  const isOne = (key: string) => appearances?.get(key, resolve) instanceof PdfStream
  return widget.has('AS') && ![...(appearances?.keys() ?? [])].every(({ value }) => isOne(value))
}

function hasBounds(form: PdfStream, resolve: Resolve): boolean {
  return numbers(form.get('BBox', resolve), resolve)?.every(Number.isFinite) ?? false
}

/**
 * Where readers draw an annotation of a page, in user space units: in /Rect, and with the flag NoRotate in /Rect as
 * turned about its upper left corner against the rotation of the page, as not all readers heed that flag. Empty
 * without an area.
 */
export function getDrawnRects(annotation: PdfDict, { rotation }: PageGeometry, resolve: Resolve): Rect[] {
  const rect = normalizeRect(numbers(annotation.getArray('Rect', resolve), resolve))
  if (!rect) return []
  return (getFlags(annotation, resolve) & noRotate) === 0 ? [rect] : [rect, turnBack(rect, rotation)]
}

/** `getDrawnRects` of a widget; with the flag NoZoom it is drawn anywhere, because it grows as the page shrinks. */
export function getWidgetRects(widget: PdfDict, page: PageGeometry, resolve: Resolve): Rect[] {
  const rects = getDrawnRects(widget, page, resolve)
  return rects.length > 0 && (getFlags(widget, resolve) & noZoom) !== 0 ? [everywhere] : rects
}

/** The rectangle turned counterclockwise about its upper left corner, by as much as its page is turned clockwise. */
function turnBack(rect: Rect, rotation: PageGeometry['rotation']): Rect {
  const [left, , , top] = rect
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]]
  switch (rotation) {
    case 90:
      return [left, top, left + height, top + width]
    case 180:
      return [left - width, top, left, top + height]
    case 270:
      return [left - height, top - width, left, top]
    default:
      return rect
  }
}
