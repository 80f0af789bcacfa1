import { type PDF, PdfArray, type PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import { cleanLine, cleanText } from '#lib/core/text/clean'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { findInheritedEntry, resolver } from '../check/inspect.ts'
import { decodeTextString, readChoices } from '../fields/choices.ts'
import { fieldFlags } from '../fields/flags.ts'
import { findExactEntry, readExactKeys } from '../file/exact-names.ts'
import { maxOptionLength, maxOptions } from './file-field.ts'
import type { Widget } from './widgets.ts'

/** The widgets of one field. */
export type Widgets = [Widget, ...Widget[]]

/**
 * /V of a field, of which several dictionaries may have the name: of the first that has a value (ISO 32000-2,
 * 12.7.4.2: all have the same).
 */
export function fieldValue(pdf: PDF, widgets: Widgets): PdfObject | undefined {
  const values = widgets.map((widget) => ownValue(pdf, widget))
  return values.find((value) => valueText(pdf, value) !== null) ?? values[0]
}

/**
 * Widgets of one name as one field; as a field for each dictionary where the values of these contradict each other, as
 * each is shown with its own.
 */
export function splitByValue(pdf: PDF, widgets: Widgets): Widgets[] {
  const fields = [...Map.groupBy(widgets, ({ field }) => field).values()] as Widgets[]
  const texts = fields.map(([widget]) => valueText(pdf, ownValue(pdf, widget)))
  const [text, ...others] = new Set(texts.filter((value) => value !== null))
  // A button that is off contradicts another of the same state that is on.
  const isContradicted = ([widget, ...more]: Widgets) =>
    isOff(ownValue(pdf, widget)) && [widget, ...more].some((button) => readState(pdf, button) === text)
  return others.length > 0 || (text !== undefined && fields.some(isContradicted)) ? fields : [widgets]
}

/** The state of a selected button: the key of its appearance that is not /Off. */
export function readState(pdf: PDF, { dict }: Widget): string | null {
  const keys = readExactKeys(pdf, dict, ['AP', 'N'])
  return keys.map((key) => key.value).find((state) => state !== 'Off') ?? null
}

function ownValue(pdf: PDF, { dict }: Widget): PdfObject | undefined {
  return findExactEntry(pdf, dict, 'V')
}

function isOff(value: PdfObject | undefined): boolean {
  return value instanceof PdfName && value.value === 'Off'
}

/** A value to compare with others; null for none, an empty one, or /Off. */
function valueText(pdf: PDF, value: PdfObject | null | undefined): string | null {
  if (!value || isOff(value)) return null
  if (value instanceof PdfName) return value.value
  if (value instanceof PdfRef) return valueText(pdf, resolver(pdf)(value))
  if (value instanceof PdfArray) {
    const texts = value.toArray().map((item) => valueText(pdf, item))
    return texts.join('\n') || null
  }
  return (value.type === 'dict' ? value.type : readValue(value)) || null
}

/** The text of a value. Viewers store a line break as a carriage return, word processors also as a vertical tab. */
export function readValue(value: PdfObject | null | undefined): string {
  const text = decodeTextString(value) ?? ''
  return cleanText(text.replace(/\r\n?|[\v\f\u0085]/g, '\n')).trim()
}

/** A list; one that may be edited and has no options is a text. */
export function readChoice(
  pdf: PDF,
  dict: PdfDict,
  { flags, value }: { flags: number; value: PdfObject | undefined },
) {
  const resolve = resolver(pdf)
  const choices = readChoices(findInheritedEntry(dict, 'Opt', resolve), resolve)
  // Our options must be different, and not empty.
  const options = [...new Set(choices.map(({ text }) => cleanLine(text)).filter(Boolean))]
  const editable = (flags & fieldFlags.combo) !== 0 && (flags & fieldFlags.edit) !== 0
  const hasOptions = options.length > 0
  const selected = value instanceof PdfArray ? value.at(0, resolve) : value
  const text = decodeTextString(selected)
  const choice =
    choices.find(({ exported }) => exported === text) ?? choices.find((option) => option.text === text)
  const error: ErrorText | null =
    (hasOptions || editable) && options.length <= maxOptions
      ? null
      : errorText('import.listNumberOfOptions', { count: options.length, max: maxOptions })
  return {
    error,
    type: hasOptions ? ('dropdown' as const) : ('text' as const),
    editable,
    options,
    isCut: choices.some(({ text }) => cleanLine(text, text.length).length > maxOptionLength),
    value: choice ? cleanLine(choice.text) || null : (editable && readValue(selected)) || null,
  }
}
