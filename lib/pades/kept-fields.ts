import { type PDF, PdfArray, type PdfDict, PdfName } from '@libpdf/core'
import { cleanLine } from '#lib/core/text/clean'
import { asDict, findInheritedEntry, hasNormalAppearance, resolver } from '#lib/pdf/check/inspect'
import { type Choice, decodeTextString } from '#lib/pdf/fields/choices'
import { fieldFlags } from '#lib/pdf/fields/flags'
import { readDrawing, showsValue } from '#lib/pdf/fields/value-format'
import type { ReadField } from '#lib/pdf/import/read-field'
import { isNumberField, readFormattedNumber } from '#lib/pdf/import/scripts'
import { readValue } from '#lib/pdf/import/values'
import { needsShaping } from '#lib/pdf/text/shaping'

/** The value of a text field or list in a process. */
export interface GivenText {
  text: string
  /** The number of which the text is the notation. */
  number: string | undefined
  /** Whether nobody changed what was imported or preset: then a number may be in the author's notation. */
  isKept: boolean
}

/** The dictionaries that have the value of a field: those of its name, and widgets with a value of their own. */
export function listHolders({ widgets, unseen }: ReadField): PdfDict[] {
  const holders = [...widgets, ...unseen].flatMap(({ dict, field }) =>
    dict.has('V') ? [field, dict] : [field],
  )
  return [...new Set(holders)]
}

/** The text that a dictionary has as its value; empty where it has none. */
export function readStored(pdf: PDF, holder: PdfDict): string {
  return decodeTextString(findStored(pdf, holder)[0]) ?? ''
}

function findStored(pdf: PDF, holder: PdfDict) {
  const resolve = resolver(pdf)
  const value = findInheritedEntry(holder, 'V', resolve)
  return value instanceof PdfArray ? value.toArray().map((_, index) => value.at(index, resolve)) : [value]
}

/** Whether a dictionary of the field has the value, be it in another notation. */
export function hasText(
  pdf: PDF,
  { scripts }: ReadField,
  holder: PdfDict,
  choices: readonly Choice[],
  { text, number, isKept }: GivenText,
): boolean {
  const [first, ...others] = findStored(pdf, holder)
  if (others.length > 0) return false
  const stored = decodeTextString(first) ?? ''
  const choice =
    choices.find(({ exported }) => exported === stored) ?? choices.find((option) => option.text === stored)
  if (choice) return cleanLine(choice.text) === cleanLine(text)
  const shown = readValue(first)
  if (number !== undefined && isNumberField(scripts))
    return isSameNumber(readFormattedNumber(scripts, shown), number)
  return shown === text || (isKept && isSameNumber(shown, number))
}

/** Whether two plain numbers are equal but for zeros at the end of the decimals. */
function isSameNumber(one: string | null, other: string | undefined): boolean {
  const withoutZeros = (number: string) =>
    number.includes('.') ? number.replace(/0+$/, '').replace(/\.$/, '') : number
  return one !== null && other !== undefined && withoutZeros(one) === withoutZeros(other)
}

/** What the appearance of a widget may show: the value in the process, that in the file, and that in the author's format. */
interface ShownTexts {
  text: string
  stored: string
  formatted: string | null
}

/**
 * Whether the appearance of a widget shows its value. One without text, such as a bar code, one whose text cannot be
 * compared, and one in a format that is not understood do, unless /NeedAppearances says that they are older than the
 * values (ISO 32000-2, table 224).
 * @param keepsDrawings whether each drawing counts as one of the value
 */
export function isShown(
  pdf: PDF,
  { scripts }: ReadField,
  widget: PdfDict,
  { text, stored, formatted }: ShownTexts,
  keepsDrawings: boolean,
): boolean {
  const resolve = resolver(pdf)
  if (!hasNormalAppearance(widget, resolve)) return text === ''
  if (keepsDrawings) return true
  const drawn = readDrawing(pdf, widget)
  const isDrawn = [text, stored, formatted].some(
    (shown) =>
      shown !== null &&
      drawn !== null &&
      (isEqual(shown, drawn) || (scripts.F !== undefined && showsValue(pdf, widget, shown))),
  )
  if (isDrawn) return true
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  if (form?.getBool('NeedAppearances', resolve)?.value === true) return false
  const isInUnknownFormat = text !== '' && scripts.F !== undefined && formatted === null
  return !drawn?.trim() || isInUnknownFormat || isListBox(pdf, widget) || needsShaping(`${text}${drawn}`)
}

function isEqual(text: string, drawn: string): boolean {
  const withoutSpaces = (value: string) => value.normalize('NFKC').replace(/\s/g, '')
  return withoutSpaces(text) === withoutSpaces(drawn)
}

/** Whether all options of a list are drawn. */
function isListBox(pdf: PDF, widget: PdfDict): boolean {
  const resolve = resolver(pdf)
  const type = findInheritedEntry(widget, 'FT', resolve)
  const flags = findInheritedEntry(widget, 'Ff', resolve)
  const isCombo = flags?.type === 'number' && (flags.value & fieldFlags.combo) !== 0
  return type instanceof PdfName && type.value === 'Ch' && !isCombo
}
