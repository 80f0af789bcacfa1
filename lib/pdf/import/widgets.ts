import { type PDF, type PdfDict, PdfName, PdfNumber, PdfRef } from '@libpdf/core'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { asDict, findInheritedEntry, numbers, resolver } from '../check/inspect.ts'
import { fieldFlags } from '../fields/flags.ts'
import { decodeText } from '../file/objects.ts'
import {
  clipToPage,
  normalizeRect,
  normalizeRotation,
  type PageGeometry,
  type Rotation,
  rectToZone,
  type ZoneBox,
} from '../geometry.ts'
import { layerHiding } from './layers.ts'

/** A form field's widget on a page. */
export interface Widget extends ZoneBox {
  dict: PdfDict
  page: PageGeometry
  /** The field that the widget belongs to. */
  field: PdfDict
  /** The fully qualified name of the field (ISO 32000-2, 12.7.4.2). */
  name: string
  /** Degrees counterclockwise by which its content is turned on the page as displayed. */
  rotation: Rotation
}

/** A field that people do not see, or that the form does not list, and why it is not imported. */
export interface UnseenField extends Pick<Widget, 'dict' | 'field' | 'name'> {
  /** Null for a field that no page has. */
  page: PageGeometry | null
  message: ErrorText
}

/** Annotation flags Invisible, Hidden and NoView (ISO 32000-2, table 167): not on the screen. */
const unseenFlags = 1 | 2 | 32
/** Deepest field tree that is followed. */
const maxDepth = 50

/**
 * The widgets of the form's fields that are on a page, in tab order, and the fields that are not seen there, without
 * signatures that were given: those may be invisible (ISO 32000-2, 12.7.5.5).
 */
export function findWidgets(
  pdf: PDF,
  pages: readonly PageGeometry[],
): { widgets: Widget[]; unseen: UnseenField[] } {
  const resolve = resolver(pdf)
  const refs = pdf.context.pages.getPages()
  const formed = fieldsInForm(pdf)
  const hidingLayer = layerHiding(pdf)
  const unseen: UnseenField[] = []
  const addUnseen = (field: UnseenField) => {
    if (!isGivenSignature(pdf, field.dict)) unseen.push(field)
  }
  const placed = new Set<PdfDict>()
  const widgets = pages.flatMap((page) => {
    const ref = refs[page.number - 1]
    const pageDict = ref ? asDict(resolve(ref)) : null
    const annotations = pageDict?.getArray('Annots', resolve)?.toArray() ?? []
    // A page may list an annotation twice.
    const distinct = new Set(
      annotations.map((annotation) =>
        asDict(annotation instanceof PdfRef ? resolve(annotation) : annotation),
      ),
    )
    const onPage = [...distinct].flatMap((dict) => {
      if (dict?.getName('Subtype', resolve)?.value !== 'Widget') return []
      placed.add(dict)
      const field = findField(pdf, dict)
      const name = formed.get(field) ?? readName(pdf, field)
      const box = readBox(pdf, dict, page)
      const message = unseenMessage(pdf, dict, { box, formed, hidingLayer })
      if (message) addUnseen({ dict, field, page, name, message })
      if (message || !box) return []
      const turn = asDict(dict.get('MK', resolve))?.getNumber('R', resolve)?.value ?? 0
      const rotation = normalizeRotation(normalizeRotation(turn) - page.rotation)
      return [{ dict, page, field, name, rotation, ...box }]
    })
    return sortInTabOrder(onPage, pageDict?.getName('Tabs', resolve)?.value)
  })
  for (const [dict, name] of formed)
    if (isWidgetless(pdf, dict, placed))
      addUnseen({ dict, field: dict, page: null, name, message: errorText('import.fieldWithoutPlace') })
  return { widgets, unseen }
}

function unseenMessage(
  pdf: PDF,
  widget: PdfDict,
  {
    box,
    formed,
    hidingLayer,
  }: { box: ZoneBox | null; formed: Map<PdfDict, string>; hidingLayer: ReturnType<typeof layerHiding> },
): ErrorText | null {
  const resolve = resolver(pdf)
  if (!formed.has(widget)) return errorText('import.fieldNotInForm')
  if (((widget.getNumber('F', resolve)?.value ?? 0) & unseenFlags) !== 0)
    return errorText('import.hiddenField')
  const layer = hidingLayer(widget.get('OC', resolve))
  if (layer !== null) return errorText('import.fieldOnHiddenLayer', { layer })
  return box ? null : errorText('import.fieldWithoutPlace')
}

function isGivenSignature(pdf: PDF, dict: PdfDict): boolean {
  const resolve = resolver(pdf)
  const type = findInheritedEntry(dict, 'FT', resolve)
  return (
    type instanceof PdfName && type.value === 'Sig' && findInheritedEntry(dict, 'V', resolve) !== undefined
  )
}

/** Whether the dictionary is a field of its own that no page shows. */
function isWidgetless(pdf: PDF, dict: PdfDict, placed: ReadonlySet<PdfDict>): boolean {
  const resolve = resolver(pdf)
  const kids = dict.getArray('Kids', resolve)
  const type = findInheritedEntry(dict, 'FT', resolve)
  return dict.has('T') && type instanceof PdfName && (kids?.length ?? 0) === 0 && !placed.has(dict)
}

/** The field of a widget: the nearest one with a name; of a named radio button the field that has all buttons. */
function findField(pdf: PDF, widget: PdfDict): PdfDict {
  const resolve = resolver(pdf)
  const getParent = (dict: PdfDict) => asDict(dict.get('Parent', resolve))
  let field = (isNamedButton(pdf, widget) && getParent(widget)) || widget
  for (let depth = 0; !field.has('T') && depth < maxDepth; depth++) {
    const parent = getParent(field)
    if (!parent) break
    field = parent
  }
  return field
}

/** Whether a radio button has a name of its own, below the field that says that it is one. */
function isNamedButton(pdf: PDF, widget: PdfDict): boolean {
  const resolve = resolver(pdf)
  const parent = asDict(widget.get('Parent', resolve))
  return (
    widget.has('T') &&
    isRadioField(pdf, widget) &&
    (parent?.getName('FT', resolve)?.value === 'Btn' || (parent !== null && ownRadioFlag(pdf, parent)))
  )
}

/** Whether the field, or an ancestor that it inherits from, is one of radio buttons. */
export function isRadioField(pdf: PDF, field: PdfDict): boolean {
  const resolve = resolver(pdf)
  const type = findInheritedEntry(field, 'FT', resolve)
  const flags = findInheritedEntry(field, 'Ff', resolve)
  const isRadio = flags instanceof PdfNumber && (flags.value & fieldFlags.radio) !== 0
  return isRadio && type instanceof PdfName && type.value === 'Btn'
}

/** Whether the field of a widget is a bar code (/PMD, which Acrobat writes): its text cannot be read where it is drawn. */
export function isBarcode(pdf: PDF, widget: PdfDict): boolean {
  return findInheritedEntry(widget, 'PMD', resolver(pdf)) !== undefined
}

function ownRadioFlag(pdf: PDF, field: PdfDict): boolean {
  return ((field.getNumber('Ff', resolver(pdf))?.value ?? 0) & fieldFlags.radio) !== 0
}

/** The name of a field that the form does not list. */
function readName(pdf: PDF, field: PdfDict): string {
  const resolve = resolver(pdf)
  const parts: string[] = []
  let node: PdfDict | null = field
  for (let depth = 0; node && depth < maxDepth; depth++) {
    const title = node.getString('T', resolve)
    if (title) parts.unshift(decodeText(title))
    node = asDict(node.get('Parent', resolve))
  }
  return parts.join('.')
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

/** The part of a widget that is on its page; null when there is none. */
function readBox(pdf: PDF, widget: PdfDict, page: PageGeometry): ZoneBox | null {
  const resolve = resolver(pdf)
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
