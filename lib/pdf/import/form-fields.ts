import {
  type PDF,
  PdfArray,
  type PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfString,
} from '@libpdf/core'
import { asDict, inheritedEntry, resolver } from '../check/inspect.ts'
import { clipToPage, normalizeRect, type PageGeometry, rectToZone, type ZoneBox } from '../geometry.ts'
import type { FieldType } from '../zones.ts'
import type { FileField, FileFieldProblem, FileFields } from './file-field.ts'

/** A form field's widget on a page. */
interface Widget extends ZoneBox {
  dict: PdfDict
  page: PageGeometry
  /** The fully qualified name (ISO 32000-2, 12.7.4.2). */
  name: string
}

/** Field flags (ISO 32000-2, tables 227, 229, 231, 233). */
const fieldFlags = {
  readOnly: 1,
  required: 2,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  multiSelect: 1 << 21,
}
/** Annotation flags Invisible, Hidden and NoView (ISO 32000-2, table 167): not on the screen. */
const unseenFlags = 1 | 2 | 32
/** Our fields have no more options. */
const maxOptions = 200
/** Deepest field tree that is followed. */
const maxDepth = 50

/**
 * The fields of the AcroForm that have a widget on a page, in tab order. Push buttons, radio buttons, signatures that
 * are given, and read-only fields without a value are no fields to fill in here: they are problems.
 */
export function formFields(pdf: PDF, pages: readonly PageGeometry[]): FileFields {
  const fields: FileField[] = []
  const problems: FileFieldProblem[] = []
  for (const widget of widgetsOf(pdf, pages)) {
    const field = fieldOf(pdf, widget)
    if (typeof field === 'string')
      problems.push({ source: 'form', page: widget.page.number, text: widget.name, message: field })
    else fields.push(field)
  }
  return { fields, problems }
}

/** The widgets of the fields that `formFields` returns: they are removed when the fields are imported. */
export function importedWidgets(pdf: PDF, pages: readonly PageGeometry[]): Set<PdfDict> {
  const widgets = widgetsOf(pdf, pages).filter((widget) => typeof fieldOf(pdf, widget) !== 'string')
  return new Set(widgets.map(({ dict }) => dict))
}

function widgetsOf(pdf: PDF, pages: readonly PageGeometry[]): Widget[] {
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
    return inTabOrder(widgets, pageDict?.getName('Tabs', resolve)?.value)
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
      const partial = field.getString('T', resolve)?.asString()
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
  const sides = widget
    .getArray('Rect', resolve)
    ?.toArray()
    .map((side) => (side instanceof PdfNumber ? side.value : Number.NaN))
  const rect = normalizeRect(sides)
  return rect && clipToPage(page, rectToZone(page, rect))
}

/** /Tabs of the page (ISO 32000-2, 12.5.1): by rows, by columns, else as listed. */
function inTabOrder(widgets: Widget[], tabs: string | undefined): Widget[] {
  if (tabs === 'R') return widgets.toSorted((a, b) => rowOf(a) - rowOf(b) || a.x - b.x)
  if (tabs === 'C') return widgets.toSorted((a, b) => a.x - b.x || a.y - b.y)
  return widgets
}

/** Fields whose middle is within the same 10 points are in one row. */
function rowOf({ y, height }: Widget): number {
  return Math.round((y + height / 2) / 10)
}

/** The widget's field; a sentence when it cannot be imported. */
function fieldOf(pdf: PDF, widget: Widget): FileField | string {
  const resolve = resolver(pdf)
  const { dict, page, name, x, y, width, height } = widget
  const entry = (key: string) => inheritedEntry(dict, key, resolve)
  const flags = numberOf(entry('Ff')) ?? 0
  const type = typeOf(entry('FT'), flags, entry('V'))
  if ('problem' in type) return type.problem
  const choices = choicesOf(entry('Opt'), resolve)
  if (type.type === 'dropdown' && (choices.length === 0 || choices.length > maxOptions))
    return `A list with ${choices.length} options is not imported: between 1 and ${maxOptions} are possible.`
  const value = presetOf(type.type, dict, entry('V'), choices, resolve)
  const readOnly = (flags & fieldFlags.readOnly) !== 0
  if (readOnly && value === null) return 'A read-only field without a value is not imported.'
  const tooltip = entry('TU')
  return {
    source: 'form',
    name,
    label: (tooltip instanceof PdfString && tooltip.asString().trim()) || name,
    type: type.type,
    page: page.number,
    ...{ x, y, width, height },
    role: null,
    required: (flags & fieldFlags.required) !== 0 || type.type === 'signature',
    readOnly: readOnly && type.type !== 'signature',
    value,
    options: type.type === 'dropdown' ? choices.map(({ text }) => text) : [],
    placeholder: null,
    maxLength: type.type === 'text' ? numberOf(entry('MaxLen')) : null,
  }
}

function typeOf(
  formType: PdfObject | undefined,
  flags: number,
  value: PdfObject | undefined,
): { type: FieldType } | { problem: string } {
  switch (formType instanceof PdfName ? formType.value : '') {
    case 'Tx':
      if (flags & fieldFlags.password) return { problem: 'A password field is not imported.' }
      return { type: 'text' }
    case 'Ch':
      if (flags & fieldFlags.multiSelect)
        return { problem: 'A list in which several options can be selected is not imported.' }
      return { type: 'dropdown' }
    case 'Btn':
      if (flags & fieldFlags.pushButton) return { problem: 'A push button is not imported.' }
      if (flags & fieldFlags.radio)
        return { problem: 'A radio button is not imported: draw a radio field with its options instead.' }
      return { type: 'checkbox' }
    case 'Sig':
      return value ? { problem: 'A signature is not imported.' } : { type: 'signature' }
    default:
      return { problem: 'A field without a type is not imported.' }
  }
}

interface Choice {
  exported: string
  text: string
}

/** /Opt: texts, or pairs of an export value and a text (ISO 32000-2, table 234). */
function choicesOf(options: PdfObject | undefined, resolve: (ref: PdfRef) => PdfObject | null): Choice[] {
  if (!(options instanceof PdfArray)) return []
  const choices = options.toArray().flatMap((option) => {
    const value = option instanceof PdfRef ? resolve(option) : option
    if (value instanceof PdfString) return [{ exported: value.asString(), text: value.asString() }]
    const pair = value instanceof PdfArray ? value.toArray().map(textOf) : []
    return pair[0] !== null && pair[1] ? [{ exported: pair[0] ?? '', text: pair[1] }] : []
  })
  // Our options must be different, and not empty.
  const byText = new Map(choices.map((choice) => [choice.text.trim(), choice]))
  byText.delete('')
  return [...byText].map(([text, { exported }]) => ({ exported, text }))
}

function presetOf(
  type: FieldType,
  widget: PdfDict,
  value: PdfObject | undefined,
  choices: Choice[],
  resolve: (ref: PdfRef) => PdfObject | null,
): string | null {
  if (type === 'signature') return null
  if (type === 'checkbox') {
    const state = widget.getName('AS', resolve)?.value ?? (value instanceof PdfName ? value.value : 'Off')
    return state === 'Off' ? null : 'true'
  }
  const text = textOf(value instanceof PdfArray ? value.at(0, resolve) : value)?.trim()
  if (!text) return null
  if (type !== 'dropdown') return text
  return choices.find(({ exported, text: shown }) => exported === text || shown === text)?.text ?? null
}

function textOf(object: PdfObject | null | undefined): string | null {
  return object instanceof PdfString ? object.asString() : null
}

function numberOf(object: PdfObject | undefined): number | null {
  return object instanceof PdfNumber ? object.value : null
}
