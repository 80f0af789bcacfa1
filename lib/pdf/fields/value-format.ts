import { type PDF, PdfArray, type PdfDict, PdfStream } from '@libpdf/core'
import { asDict, findInheritedEntry, hasNormalAppearance, resolver } from '../check/inspect.ts'
import { readDrawnText } from '../import/page-text.ts'
import { isNumberValue, type ReadField } from '../import/read-field.ts'
import { type FieldScripts, readFormattedNumber } from '../import/scripts.ts'
import { decodeTextString, readChoices, shownChoice } from './choices.ts'

const numberFormat =
  /^\s*AFNumber_Format\s*\(\s*(\d{1,2})\s*,\s*([0-4])\s*,\s*([02])\s*,\s*\d+\s*,\s*"((?:[^"\\]|\\u[\da-f]{4})*)"\s*,\s*(true|false)\s*\)\s*;?\s*$/i
const percentFormat = /^\s*AFPercent_Format\s*\(\s*(\d{1,2})\s*,\s*([0-4])\s*(?:,\s*false\s*)?\)\s*;?\s*$/
const specialFormat = /^\s*AFSpecial_Format\s*\(\s*([0-3])\s*\)\s*;?\s*$/

/** The separators of thousands and decimals by the second argument of `AFNumber_Format`. */
const separators = [
  [',', '.'],
  ['', '.'],
  ['.', ','],
  ['', ','],
  ["'", '.'],
] as const

/** The digits of `AFSpecial_Format` by its argument: postcodes, telephone numbers, social security numbers. */
const specialPatterns = [['99999'], ['99999-9999'], ['(999) 999-9999', '999-9999'], ['999-99-9999']]

/** A number in floating point has at least as many digits that are exact. */
const exactDigits = 15

/**
 * A value as the format script of its field shows it: `AFNumber_Format`, `AFPercent_Format` or `AFSpecial_Format`. Null
 * for any other script, and for a value that is not of its kind.
 */
export function formatByScript(scripts: FieldScripts, value: string): string | null {
  const { F = '' } = scripts
  const number = readFormattedNumber(scripts, value) ?? (isNumberValue(value) ? value : null)
  const [isNumber, decimals, style, negative, currency = '', isBefore] = numberFormat.exec(F) ?? []
  if (isNumber && number !== null) {
    const sign = currency.replace(/\\u([\da-f]{4})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    const digits = printNumber(Math.abs(Number(number)), Number(decimals), Number(style))
    const text = digits && (isBefore === 'true' ? `${sign}${digits}` : `${digits}${sign}`)
    if (Number(number) >= 0) return text
    return text && (negative === '2' ? `(${text})` : `-${text}`)
  }
  const [isPercent, percentDecimals, percentStyle] = percentFormat.exec(F) ?? []
  if (isPercent && number !== null) {
    const digits = printNumber(Math.abs(Number(number)) * 100, Number(percentDecimals), Number(percentStyle))
    return digits && `${Number(number) < 0 ? '-' : ''}${digits}%`
  }
  const patterns = specialPatterns[Number(specialFormat.exec(F)?.[1])] ?? []
  return patterns.map((pattern) => printDigits(pattern, value)).find((text) => text !== null) ?? null
}

/** Null for a number with more digits than are exact. */
function printNumber(number: number, decimals: number, style: number): string | null {
  if (number >= 10 ** (exactDigits - decimals)) return null
  const [thousands, point] = separators[style]!
  const [whole, fraction] = number.toFixed(decimals).split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, thousands)
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`
}

/** The digits of a value in the places of a pattern; null where they are not as many, or other characters are among them. */
function printDigits(pattern: string, value: string): string | null {
  const groups = pattern.match(/9+/g)!.map(({ length }) => `(\\d{${length}})`)
  const found = new RegExp(`^[\\s(]*${groups.join('[-\\s().]*')}\\s*$`).exec(value)
  if (!found) return null
  const digits = [...found.slice(1).join('')]
  return pattern.replace(/9/g, () => digits.shift()!)
}

/** The values that a field or widget has: of a list there may be several. */
export function findStored(pdf: PDF, holder: PdfDict) {
  const resolve = resolver(pdf)
  const value = findInheritedEntry(holder, 'V', resolve)
  return value instanceof PdfArray ? value.toArray().map((_, index) => value.at(index, resolve)) : [value]
}

/** The text that a dictionary has as its value; empty where it has none. */
export function readStored(pdf: PDF, holder: PdfDict): string {
  return decodeTextString(findStored(pdf, holder)[0]) ?? ''
}

/** What the appearance of a widget may show: the value in the process, that in the file, and that in the author's format. */
interface ShownTexts {
  text: string
  stored: string
  formatted: string | null
}

/**
 * Whether the appearance of a widget shows its value, as far as its text says so. One whose text cannot be read or compared,
 * such as a picture or a list of all options, does not.
 */
export function isShown(
  pdf: PDF,
  { F }: FieldScripts,
  widget: PdfDict,
  { text, stored, formatted }: ShownTexts,
): boolean {
  if (!hasNormalAppearance(widget, resolver(pdf))) return text === ''
  const drawn = readDrawing(pdf, widget)
  if (drawn === null) return false
  return [text, stored, formatted].some(
    (shown) =>
      shown !== null && (isEqual(shown, drawn) || (F !== undefined && showsValue(pdf, widget, shown))),
  )
}

/** Whether a text field or list shows the value that it has in every place. */
export function showsOwnValue(pdf: PDF, { widgets, unseen, field, scripts }: ReadField): boolean {
  if (['checkbox', 'radio', 'signature'].includes(field.type)) return true
  const resolve = resolver(pdf)
  const places = [...widgets, ...unseen.filter(({ page }) => page !== null)]
  return places.every(({ dict }) => {
    const value = readStored(pdf, dict)
    const choices = readChoices(findInheritedEntry(dict, 'Opt', resolve), resolve)
    const formatted = formatByScript(scripts, value.trim())
    const stored = shownChoice(value, choices)
    // The value of a calculated field is not read: it is calculated from the others.
    const texts = { text: scripts.C === undefined ? (field.value ?? '') : stored, stored, formatted }
    return isShown(pdf, scripts, dict, texts)
  })
}

function isEqual(text: string, drawn: string): boolean {
  const withoutSpaces = (value: string) => value.normalize('NFKC').replace(/\s/g, '')
  return withoutSpaces(text) === withoutSpaces(drawn)
}

/** What was read of appearances: widgets may share one. */
const drawings = new WeakMap<PdfStream, string | null>()

/** The text that the normal appearance of a widget draws; null where it cannot be read. */
export function readDrawing(pdf: PDF, widget: PdfDict): string | null {
  const resolve = resolver(pdf)
  const normal = asDict(widget.get('AP', resolve))?.get('N', resolve)
  if (!(normal instanceof PdfStream)) return null
  const drawn = drawings.has(normal) ? drawings.get(normal)! : readDrawnText(pdf, normal)
  drawings.set(normal, drawn)
  return drawn
}

/**
 * Whether the normal appearance of a widget shows a value, if need be with other signs around it, and spaces or separators
 * of thousands in it; digits alone also with words beside them. One that cannot be read does not.
 */
export function showsValue(pdf: PDF, widget: PdfDict, value: string): boolean {
  const drawn = readDrawing(pdf, widget) ?? ''
  const shown = /\p{L}/u.test(value) ? drawn : drawn.replace(/\p{L}/gu, '')
  const ungrouped = shown.replace(/(?<=\d)[.,'’](?=\d{3}(?!\d))/g, '')
  const expected = significant(value)
  return expected !== '' && [shown, ungrouped].some((text) => significant(text) === expected)
}

/** Letters, digits, and what the size and sign of a number depend on. */
function significant(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.,(−-]/gu, '')
}
