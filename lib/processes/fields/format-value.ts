import type { FieldLayout, FieldType } from '#lib/pdf/zones'

/**
 * The plain form of a number: digits, a decimal point, no grouping. Leading zeros stay: they may be an identifier. The
 * lengths are those that `Intl.NumberFormat` prints without loss.
 */
export const plainNumberPattern = /^-?(\d{1,21})(?:\.(\d{1,20}))?$/

/** The numbering systems whose digits are read, by the code point of their zero. */
export const numberingSystems = new Map([
  [0x30, 'latn'],
  [0x660, 'arab'],
  [0x6f0, 'arabext'],
  [0x966, 'deva'],
  [0x9e6, 'beng'],
  [0xe50, 'thai'],
  [0xff10, 'latn'],
])

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

/** The locales for `Intl`: a process's own, then English, as otherwise that of the machine would come next. */
export function listLocales(locale: string): string[] {
  try {
    return [...Intl.getCanonicalLocales(locale), 'en']
  } catch {
    return ['en']
  }
}

/** Whether numbers and dates of a locale have its own forms, and not those of English in place of unknown ones. */
export function hasOwnForms(locale: string): boolean {
  const withoutFallback = listLocales(locale).slice(0, -1)
  return /^en(?:-|$)/i.test(locale) || Intl.NumberFormat.supportedLocalesOf(withoutFallback).length > 0
}

/** The numbering system of a language; the Latin one where its own digits could not be read back. */
function findNumberingSystem(locales: string[]): string {
  const { numberingSystem } = new Intl.NumberFormat(locales).resolvedOptions()
  return [...numberingSystems.values()].includes(numberingSystem) ? numberingSystem : 'latn'
}

/** Making one takes much longer than formatting a day with it. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATTERS = 100

/** Writes days of the Gregorian calendar, also in languages whose people mostly use another one, such as Thai. */
export function gregorian(locale: string, format: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(format)}`
  const kept = formatters.get(key)
  if (kept) return kept
  const locales = listLocales(locale)
  const numberingSystem = findNumberingSystem(locales)
  const formatter = new Intl.DateTimeFormat(locales, {
    ...format,
    calendar: 'gregory',
    numberingSystem,
    timeZone: 'UTC',
  })
  if (formatters.size === MAX_FORMATTERS) formatters.clear()
  formatters.set(key, formatter)
  return formatter
}

/** `2026-11-23` as `23.11.2026` in German and `Nov 23, 2026` in English. */
function formatDay(
  value: string,
  locale: string,
  format: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  const day = new Date(`${value}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(day.getTime())) return value
  return gregorian(locale, format).format(day)
}

/** `2026-11-23` in the digits that people type: `23.11.2026` in German and `11/23/2026` in English. */
export function formatDayInDigits(value: string, locale: string): string {
  const text = formatDay(value, locale, { year: 'numeric', month: 'numeric', day: 'numeric' })
  // Kyrgyz and Uyghur have `2026-23-11`, which would be read as ISO 8601 where it can be.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? value : text
}

/**
 * `1234567.5` as `1.234.567,5` in German. Four digits are not grouped, and leading zeros stay: both may be an
 * identifier.
 * @param useGrouping false: never grouped
 */
export function formatNumber(value: string, locale: string, useGrouping: 'min2' | false = 'min2'): string {
  const [, whole = '', decimals = ''] = plainNumberPattern.exec(value) ?? []
  if (whole === '') return value
  const locales = listLocales(locale)
  const format = new Intl.NumberFormat(locales, {
    numberingSystem: findNumberingSystem(locales),
    minimumIntegerDigits: whole.length,
    minimumFractionDigits: decimals.length,
    maximumFractionDigits: decimals.length,
    useGrouping: /^0\d/.test(whole) ? false : useGrouping,
  })
  // As text, so that no digit is lost.
  return format.format(value as Intl.StringNumericLiteral)
}
