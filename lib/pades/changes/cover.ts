import { type PDF, type PdfDict, PdfName, type PdfRef, PdfString } from '@libpdf/core'
import { asDict, inspect } from '#lib/pdf/check/inspect'
import { type PageGeometry, type Rect, zoneToRect } from '#lib/pdf/geometry'
import { findDrawnBoxes } from '#lib/pdf/import/drawn-boxes'
import { readPageText } from '#lib/pdf/import/page-text'
import { getDrawnRects, getWidgetRects, hasUnboundedAppearance } from './annotations/drawing.ts'
import { getRefs } from './compare.ts'
import type { Revision } from './timeline.ts'

/**
 * A letter, a digit or a sign of a currency, or what a font without Unicode values has for one: not the line or the
 * dots on which people sign.
 */
const meaningful = /[\p{L}\p{N}\p{Sc}\p{Co}\p{Cs}\uFFFD]|(?!\s)\p{Cc}/u
/** Annotations that draw nothing, or nothing of their own. */
const invisibleSubtypes = new Set(['Link', 'Popup'])
/** Part of the smaller of two annotations that has to be common to both, where the other one shows no value. */
const minOverlap = 0.25
/** Widest common strip of a widget and what lies beside it, in user space units. */
const maxTouch = 1

/** What a page shows without its annotations. */
interface PageContent {
  /** The rectangles of its characters. */
  texts: Rect[]
  /** Where it draws pictures and forms. */
  drawn: Rect[]
}

/**
 * Returns whether a widget lies over content of its page (`contentTest`), and anywhere on a page with an appearance that
 * nothing bounds. Whether its drawing hides the content is not examined.
 */
export function coverTest(current: PDF): (widget: PdfRef, before: Revision) => boolean {
  let pagesByNumber: Map<number, number[]> | undefined
  let geometries: PageGeometry[] | undefined
  const isOverContent = contentTest(current)
  const resolve = (ref: PdfRef) => current.context.resolve(ref)
  const findPages = () => {
    const found = new Map<number, number[]>()
    for (const [index, page] of current.context.pages.getPages().entries())
      for (const { objectNumber } of getAnnotations(page, { resolve }))
        found.set(objectNumber, [...(found.get(objectNumber) ?? []), index])
    return found
  }
  return (widget, before) => {
    pagesByNumber ??= findPages()
    const annotation = asDict(resolve(widget))
    const indexes = pagesByNumber.get(widget.objectNumber) ?? []
    if (!annotation) return false
    if (hasUnboundedAppearance(annotation, resolve)) return indexes.length > 0
    return indexes.some((index) => {
      geometries ??= inspect(current).pages
      const page = geometries[index]!
      return getWidgetRects(annotation, page, resolve).some((rect) => isOverContent(rect, page, before))
    })
  }
}

/**
 * Returns whether a rectangle of a page, in its user space, lies over text, pictures, or annotations of an earlier
 * revision. Everything does on a page that cannot be read.
 */
export function contentTest(current: PDF): (rect: Rect, page: PageGeometry, before: Revision) => boolean {
  const contents = new Map<number, PageContent | null>()
  const pages = current.context.pages.getPages()
  const contentOn = (page: PageGeometry) => {
    const known = contents.get(page.number)
    const content = known === undefined ? readContent(current, pages[page.number - 1]!, page) : known
    contents.set(page.number, content)
    return content
  }
  const coversAnnotation = (rect: Rect, page: PageGeometry, before: Revision) =>
    getAnnotations(pages[page.number - 1]!, before).some((ref) => {
      const other = asDict(before.resolve(ref))
      if (!other) return false
      if (invisibleSubtypes.has(other.getName('Subtype', before.resolve)?.value ?? '')) return false
      const covers = isFilled(other, before) ? overlaps : overlapsMuch
      return getDrawnRects(other, page, before.resolve).some((otherRect) => covers(rect, otherRect))
    })
  const coversContent = (rect: Rect, page: PageGeometry) => {
    const content = contentOn(page)
    if (!content || content.drawn.some((box) => overlaps(rect, box))) return true
    return content.texts.some(([x0, y0, x1, y1]) => isInside(rect, (x0 + x1) / 2, (y0 + y1) / 2))
  }
  return (rect, page, before) => coversAnnotation(rect, page, before) || coversContent(rect, page)
}

function getAnnotations(page: PdfRef, { resolve }: Pick<Revision, 'resolve'>): PdfRef[] {
  return getRefs(asDict(resolve(page))?.getArray('Annots', resolve))
}

/** The content of a page; null where it cannot be read. */
function readContent(pdf: PDF, ref: PdfRef, page: PageGeometry): PageContent | null {
  const dict = asDict(pdf.context.resolve(ref))
  const text = readPageText(pdf, page)
  if (!dict || !text) return null
  const boxes = text.boxes.flatMap((box, index) =>
    box && meaningful.test(text.text[index]!) ? [zoneToRect(page, box)] : [],
  )
  try {
    return { texts: boxes, drawn: findDrawnBoxes(pdf, dict) }
  } catch {
    return null
  }
}

/** Whether the annotation is that of a field with a value, which may be its parent's. */
function isFilled(annotation: PdfDict, { resolve }: Revision): boolean {
  const value = annotation.get('V', resolve) ?? asDict(annotation.get('Parent', resolve))?.get('V', resolve)
  if (value instanceof PdfString) return value.bytes.length > 0
  if (value instanceof PdfName) return value.value !== 'Off'
  return value !== undefined && value.type !== 'null'
}

function isInside([x0, y0, x1, y1]: Rect, x: number, y: number): boolean {
  return x > x0 && x < x1 && y > y0 && y < y1
}

/** Width and height of what two rectangles have in common; negative where they are apart. */
function commonSize(a: Rect, b: Rect): [number, number] {
  return [Math.min(a[2], b[2]) - Math.max(a[0], b[0]), Math.min(a[3], b[3]) - Math.max(a[1], b[1])]
}

function overlaps(a: Rect, b: Rect): boolean {
  return commonSize(a, b).every((length) => length > maxTouch)
}

function overlapsMuch(a: Rect, b: Rect): boolean {
  const [width, height] = commonSize(a, b)
  return width > 0 && height > 0 && width * height > minOverlap * Math.min(computeArea(a), computeArea(b))
}

function computeArea([x0, y0, x1, y1]: Rect): number {
  return (x1 - x0) * (y1 - y0)
}
