import { type PDF, type PdfDict, PdfRef } from '@libpdf/core'
import { asDict, numbers, resolver } from '../check/inspect.ts'
import { decodeText } from '../file/objects.ts'
import { clipToPage, normalizeRect, type PageGeometry, rectToZone, type ZoneBox } from '../geometry.ts'

/** A form field's widget on a page. */
export interface Widget extends ZoneBox {
  dict: PdfDict
  page: PageGeometry
  /** The fully qualified name (ISO 32000-2, 12.7.4.2). */
  name: string
}

/** Annotation flags Invisible, Hidden and NoView (ISO 32000-2, table 167): not on the screen. */
const unseenFlags = 1 | 2 | 32
/** Deepest field tree that is followed. */
const maxDepth = 50

/** The widgets of the form's fields that are on a page, in tab order. */
export function widgetsOf(pdf: PDF, pages: readonly PageGeometry[]): Widget[] {
  const resolve = resolver(pdf)
  const refs = pdf.context.pages.getPages()
  const formed = fieldsInForm(pdf)
  return pages.flatMap((page) => {
    const ref = refs[page.number - 1]
    const pageDict = ref ? asDict(resolve(ref)) : null
    const annotations = pageDict?.getArray('Annots', resolve)?.toArray() ?? []
    const widgets = annotations.flatMap((annotation) => {
      const dict = asDict(annotation instanceof PdfRef ? resolve(annotation) : annotation)
      const name = dict && formed.get(dict)
      const box = dict && boxOf(pdf, dict, page)
      return dict && name !== undefined && name !== null && box ? [{ dict, page, name, ...box }] : []
    })
    return sortInTabOrder(widgets, pageDict?.getName('Tabs', resolve)?.value)
  })
}

/** Every field and widget below the form's /Fields, with its fully qualified name. */
function fieldsInForm(pdf: PDF): Map<PdfDict, string> {
  const resolve = resolver(pdf)
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  const names = new Map<PdfDict, string>()
  const queue = [{ list: form?.getArray('Fields', resolve), name: '', depth: 0 }]
  for (let next = queue.pop(); next; next = queue.pop()) {
    for (const item of next.list?.toArray() ?? []) {
      const field = asDict(item instanceof PdfRef ? resolve(item) : item)
      if (!field || names.has(field) || next.depth > maxDepth) continue
      const title = field.getString('T', resolve)
      const partial = title && decodeText(title)
      const name = [next.name, partial].filter(Boolean).join('.')
      names.set(field, name)
      queue.push({ list: field.getArray('Kids', resolve), name, depth: next.depth + 1 })
    }
  }
  return names
}

/** The visible part of a widget; null for one that is hidden, or not on its page. */
function boxOf(pdf: PDF, widget: PdfDict, page: PageGeometry): ZoneBox | null {
  const resolve = resolver(pdf)
  const isUnseen = ((widget.getNumber('F', resolve)?.value ?? 0) & unseenFlags) !== 0
  if (widget.getName('Subtype', resolve)?.value !== 'Widget' || isUnseen) return null
  const rect = normalizeRect(numbers(widget.get('Rect', resolve), resolve))
  return rect && clipToPage(page, rectToZone(page, rect))
}

/** /Tabs of the page (ISO 32000-2, 12.5.1): by rows, by columns, else as listed. */
function sortInTabOrder(widgets: Widget[], tabs: string | undefined): Widget[] {
  const rowOfWidget = ({ y, height }: Widget) => y + height / 2
  const columnOfWidget = ({ x }: Widget) => x
  if (tabs === 'R') return groupIntoLines(widgets, rowOfWidget, columnOfWidget)
  if (tabs === 'C') return groupIntoLines(widgets, columnOfWidget, rowOfWidget)
  return widgets
}

/** Rows or columns: a widget at most this many points from the first of a line is in it. */
const lineTolerance = 5

/** Sorts by `line`, and the widgets that are in one line by `place`. */
function groupIntoLines(
  widgets: Widget[],
  line: (widget: Widget) => number,
  place: (widget: Widget) => number,
) {
  const lines: Widget[][] = []
  for (const widget of widgets.toSorted((a, b) => line(a) - line(b))) {
    const lastRun = lines.at(-1)
    if (lastRun && line(widget) - line(lastRun[0]!) <= lineTolerance) lastRun.push(widget)
    else lines.push([widget])
  }
  return lines.flatMap((inLine) => inLine.sort((a, b) => place(a) - place(b)))
}
