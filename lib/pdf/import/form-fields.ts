import {
  type PDF,
  PdfArray,
  type PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
} from '@libpdf/core'
import type { ErrorMessage } from '#lib/core/error-messages/messages'
import { asDict, inheritedEntry, resolver } from '../check/inspect.ts'
import { type Choice, choicesOf, textOf } from '../fields/choices.ts'
import { fieldFlags } from '../fields/flags.ts'
import type { PageGeometry } from '../geometry.ts'
import type { FieldType } from '../zones.ts'
import { type FileField, type FileFieldProblem, type FileFields, maxOptions } from './file-field.ts'
import { radioField, radioOwner } from './radio-fields.ts'
import { type Widget, widgetsOf } from './widgets.ts'

/** Fields of a process have no longer texts. */
const maxTextLength = 10_000

/**
 * The fields of the AcroForm that have a widget on a page, in tab order. Push buttons, signatures that are given, and
 * read-only fields without a value are no fields to fill in here: they are problems.
 */
export function formFields(pdf: PDF, pages: readonly PageGeometry[]): FileFields {
  const fields: FileField[] = []
  const problems: FileFieldProblem[] = []
  for (const { widgets, field } of readFields(pdf, pages)) {
    const [{ page, name }] = widgets
    if (typeof field === 'string')
      problems.push({ source: 'form', page: page.number, text: name, message: field })
    else fields.push(field)
  }
  return { fields, problems }
}

/** The widgets of the fields that `formFields` returns: they are removed when the fields are imported. */
export function importedWidgets(pdf: PDF, pages: readonly PageGeometry[]): Set<PdfDict> {
  const imported = readFields(pdf, pages).filter(({ field }) => typeof field !== 'string')
  return new Set(imported.flatMap(({ widgets }) => widgets.map(({ dict }) => dict)))
}

/** Every widget with its field, or a sentence why it has none; the buttons of a radio field together. */
function readFields(pdf: PDF, pages: readonly PageGeometry[]) {
  const groups = Map.groupBy(widgetsOf(pdf, pages), (widget) => radioOwner(pdf, widget) ?? widget.dict)
  return [...groups].map(([owner, group]) => {
    const widgets = group as [Widget, ...Widget[]]
    const isRadio = radioOwner(pdf, widgets[0]) === owner
    return { widgets, field: isRadio ? radioField(pdf, owner, widgets) : fieldOf(pdf, widgets[0]) }
  })
}

/** The widget's field; a sentence when it cannot be imported. */
function fieldOf(pdf: PDF, widget: Widget): FileField | ErrorMessage {
  const resolve = resolver(pdf)
  const { dict, page, name, x, y, width, height } = widget
  const entry = (key: string) => inheritedEntry(dict, key, resolve)
  const flags = numberOf(entry('Ff')) ?? 0
  const type = typeOf(entry('FT'), flags, entry('V'))
  if ('problem' in type) return type.problem
  const choices = choicesOf(entry('Opt'), resolve)
  // Our options must be different, and not empty.
  const options = [...new Set(choices.map(({ text }) => text.trim()).filter(Boolean))]
  if (type.type === 'dropdown' && (options.length === 0 || options.length > maxOptions))
    return `A list with ${options.length} options is not imported: between 1 and ${maxOptions} are possible.`
  const value = presetOf(type.type, dict, entry('V'), choices, resolve)
  const readOnly = (flags & fieldFlags.readOnly) !== 0
  if (readOnly && value === null) return 'A read-only field without a value is not imported.'
  return {
    source: 'form',
    name,
    label: textOf(entry('TU'))?.trim() || name,
    type: type.type,
    page: page.number,
    ...{ x, y, width, height },
    role: null,
    required: (flags & fieldFlags.required) !== 0 || type.type === 'signature',
    readOnly,
    value,
    options: type.type === 'dropdown' ? options : [],
    placeholder: null,
    maxLength: type.type === 'text' ? lengthOf(entry('MaxLen')) : null,
  }
}

function typeOf(
  formType: PdfObject | undefined,
  flags: number,
  value: PdfObject | undefined,
): { type: FieldType } | { problem: ErrorMessage } {
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
      return { type: 'checkbox' }
    case 'Sig':
      return value ? { problem: 'A signature is not imported.' } : { type: 'signature' }
    default:
      return { problem: 'A field without a type is not imported.' }
  }
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
    const state = widget.getName('AS', resolve)?.value ?? ownState(widget, value, resolve)
    return state === 'Off' ? null : 'true'
  }
  const text = textOf(value instanceof PdfArray ? value.at(0, resolve) : value)
  if (type !== 'dropdown') return text?.trim() || null
  const choice =
    choices.find(({ exported }) => exported === text) ?? choices.find((option) => option.text === text)
  return choice?.text.trim() || null
}

/** The state that a value gives a check box without /AS: of several in a field only those that have the state. */
function ownState(
  widget: PdfDict,
  value: PdfObject | undefined,
  resolve: (ref: PdfRef) => PdfObject | null,
): string {
  const states = asDict(asDict(widget.get('AP', resolve))?.get('N', resolve))
  return value instanceof PdfName && (!states || states.has(value.value)) ? value.value : 'Off'
}

/** /MaxLen, where it is a length that a field can have. */
function lengthOf(object: PdfObject | undefined): number | null {
  const length = numberOf(object)
  const isLength = Number.isInteger(length) && length! >= 1 && length! <= maxTextLength
  return isLength ? length : null
}

function numberOf(object: PdfObject | undefined): number | null {
  return object instanceof PdfNumber ? object.value : null
}
