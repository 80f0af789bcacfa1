import { type PDF, type PdfDict, PdfStream } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { readDrawnText } from '../import/page-text.ts'
import { isNumberValue } from '../import/read-field.ts'
import { type FieldScripts, readFormattedNumber } from '../import/scripts.ts'

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

/** A larger number has an exponent. */
const largestNumber = 1e21

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

function printNumber(number: number, decimals: number, style: number): string | null {
  if (number >= largestNumber) return null
  const [thousands, point] = separators[style]!
  const [whole, fraction] = number.toFixed(decimals).split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, thousands)
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`
}

/** The digits of a value in the places of a pattern; null where they are not as many, or other characters are among them. */
function printDigits(pattern: string, value: string): string | null {
  const digits = [...value.replace(/[-\s().]/g, '')]
  if (digits.join('').search(/\D/) !== -1 || digits.length !== pattern.match(/9/g)!.length) return null
  return pattern.replace(/9/g, () => digits.shift()!)
}

/**
 * Whether the normal appearance of a widget shows a value, if need be with other signs around it, and spaces or separators
 * of thousands in it; digits alone also with words beside them. One that cannot be read does not.
 */
export function showsValue(pdf: PDF, widget: PdfDict, value: string): boolean {
  const resolve = resolver(pdf)
  const normal = asDict(widget.get('AP', resolve))?.get('N', resolve)
  const drawn = normal instanceof PdfStream ? (readDrawnText(pdf, normal) ?? '') : ''
  const shown = (/\p{L}/u.test(value) ? drawn : drawn.replace(/\p{L}/gu, '')).replace(
    /(?<=\d)[.,'’](?=\d{3}(?!\d))/g,
    '',
  )
  return significant(value) !== '' && significant(shown) === significant(value)
}

/** Letters, digits, and what the size and sign of a number depend on. */
function significant(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.,(−-]/gu, '')
}
