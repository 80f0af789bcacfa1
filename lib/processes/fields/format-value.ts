import { findLanguageForms, findNumberingSystem } from '#lib/core/text/language-forms'
import type { FieldLayout, FieldType } from '#lib/pdf/zones'

/**
 * The plain form of a number: digits, a decimal point, no grouping. Leading zeros stay: they may be an identifier. The
 * lengths are those that `Intl.NumberFormat` prints without loss.
 */
export const plainNumberPattern = /^-?(\d{1,21})(?:\.(\d{1,20}))?$/

/**
 * A value as the document shows it: dates and numbers in the format of the language, everything else unchanged.
 * @param locale BCP 47 tag of the process; for an unknown or invalid one the formats are English
 */
export function formatValue(type: FieldType, value: string, locale: string): string {
  if (type === 'date') return formatDay(value, locale)
  return type === 'number' ? formatNumber(value, locale) : value
}

/** The value of a field as the document shows it: digits in cells are not grouped, as a separator would need a cell, nor with marks of direction. */
export function formatFieldValue(
  { type, layout }: { type: FieldType; layout: Pick<FieldLayout, 'comb'> },
  value: string,
  locale: string,
): string {
  return type === 'number' && layout.comb
    ? formatNumber(value, locale, false).replace(/\p{Cf}/gu, '')
    : formatValue(type, value, locale)
}

/** `2026-11-23` as `23.11.2026` in German and `Nov 23, 2026` in English. */
function formatDay(value: string, locale: string, format: 'medium' | 'numeric' = 'medium'): string {
  const { days, zero } = findLanguageForms(locale)
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  const form = days[format][Number(month) - 1]
  if (!form || Number.isNaN(Date.parse(value))) return value
  const digits = { '{y}': String(Number(year)), '{d}': String(Number(day)), '{dd}': day }
  return form.replace(/\{\w+\}/g, (place) => withDigits(digits[place as keyof typeof digits], zero))
}

/** `2026-11-23` in the digits that people type: `23.11.2026` in German and `11/23/2026` in English. */
export function formatDayInDigits(value: string, locale: string): string {
  const text = formatDay(value, locale, 'numeric')
  // Kyrgyz and Uyghur have `2026-23-11`, which would be read as ISO 8601 where it can be.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? value : text
}

/**
 * `1234567.5` as `1.234.567,5` in German. Four digits are not grouped, and leading zeros stay: both may be an
 * identifier.
 * @param isGrouped false: never grouped
 */
export function formatNumber(value: string, locale: string, isGrouped = true): string {
  const [, whole = '', decimals = ''] = plainNumberPattern.exec(value) ?? []
  if (whole === '') return value
  const { numbers, zero } = findLanguageForms(locale)
  const { group, decimal, minus, primary, secondary } = numbers[findNumberingSystem(zero)!]!
  const hasGroups = isGrouped && whole.length > primary + 1 && !/^0\d/.test(whole)
  const lastGroup = whole.slice(-primary)
  const before = whole.slice(0, -primary).replace(new RegExp(`\\B(?=(?:\\d{${secondary}})+$)`, 'g'), group)
  const integer = hasGroups ? before + group + lastGroup : whole
  const text = withDigits(`${integer}${decimals && decimal + decimals}`, zero)
  return value.startsWith('-') ? minus + text : text
}

/** The text with the digits of another script in place of the Latin ones. */
function withDigits(text: string, zero: string): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)))
}
