import type { PDF, PdfDict, PdfRef } from '@libpdf/core'
import { asDict, inspect, numbers } from '#lib/pdf/check/inspect'
import { normalizeRect, type PageGeometry, type Rect, zoneToRect } from '#lib/pdf/geometry'
import { pageTexts } from '#lib/pdf/import/page-text'
import { refsOf } from './compare.ts'
import type { Revision } from './timeline.ts'

/** A letter, a digit or a sign of a currency: not the line or the dots on which people sign. */
const meaningful = /[\p{L}\p{N}\p{Sc}]/u
/** Annotations that draw nothing, or nothing of their own. */
const invisibleSubtypes = new Set(['Link', 'Popup'])
/** Part of the smaller of two annotations that has to be common to both. */
const minOverlap = 0.25

/**
 * Returns whether a widget lies over content of its page: text, or annotations of an earlier revision. Whether its
 * drawing hides the content is not examined.
 */
export function coverTest(current: PDF): (widget: PdfRef, before: Revision) => boolean {
  let pageOf: Map<number, number> | undefined
  let geometries: PageGeometry[] | undefined
  const texts = new Map<number, Rect[]>()
  const pages = current.context.pages.getPages()
  const resolve = (ref: PdfRef) => current.context.resolve(ref)
  const annotationsOf = (page: PdfDict | null, revision: Pick<Revision, 'resolve'>) =>
    refsOf(page?.getArray('Annots', revision.resolve))
  const findPages = () =>
    new Map(
      pages.flatMap((page, index) =>
        annotationsOf(asDict(resolve(page)), { resolve }).map(({ objectNumber }) => [objectNumber, index]),
      ),
    )
  const textsOf = (index: number) => {
    geometries ??= inspect(current).pages
    const known = texts.get(index) ?? textBoxes(current, geometries[index]!)
    texts.set(index, known)
    return known
  }
  return (widget, before) => {
    pageOf ??= findPages()
    const index = pageOf.get(widget.objectNumber)
    const rect = rectOf(asDict(resolve(widget)), resolve)
    if (index === undefined || !rect) return false
    const others = annotationsOf(asDict(before.resolve(pages[index]!)), before)
      .map((ref) => asDict(before.resolve(ref)))
      .filter((other) => !invisibleSubtypes.has(other?.getName('Subtype', before.resolve)?.value ?? ''))
      .map((other) => rectOf(other, before.resolve))
    if (others.some((other) => other && overlaps(rect, other))) return true
    return textsOf(index).some(([x0, y0, x1, y1]) => isInside(rect, (x0 + x1) / 2, (y0 + y1) / 2))
  }
}

/** The rectangles of the characters of a page. */
function textBoxes(pdf: PDF, page: PageGeometry): Rect[] {
  const [{ text, boxes } = { text: '', boxes: [] }] = pageTexts(pdf, [page])
  return boxes.flatMap((box, index) => (box && meaningful.test(text[index]!) ? [zoneToRect(page, box)] : []))
}

function rectOf(annotation: PdfDict | null, resolve: Revision['resolve']): Rect | null {
  return normalizeRect(numbers(annotation?.getArray('Rect', resolve), resolve))
}

function isInside([x0, y0, x1, y1]: Rect, x: number, y: number): boolean {
  return x > x0 && x < x1 && y > y0 && y < y1
}

function overlaps(a: Rect, b: Rect): boolean {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  const smaller = Math.min(areaOf(a), areaOf(b))
  return width > 0 && height > 0 && width * height > minOverlap * smaller
}

function areaOf([x0, y0, x1, y1]: Rect): number {
  return (x1 - x0) * (y1 - y0)
}
