import type { FieldType } from '#lib/pdf/zones'

/** More decimals than this are kept as they are written. */
const MAX_DECIMALS = 20

/**
 * A value as the document shows it: dates and numbers in the format of the language, everything else unchanged.
 * @param locale BCP 47 tag of the process; for an invalid one the formats are English
 */
export function formatValue(type: FieldType, value: string, locale: string): string {
  if (type === 'date') return formatDay(value, validLocale(locale))
  return type === 'number' ? formatNumber(value, validLocale(locale)) : value
}

function validLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** `2026-11-23` as `23.11.2026` in German and `Nov 23, 2026` in English. */
function formatDay(value: string, locale: string): string {
  const day = new Date(`${value}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(day.getTime())) return value
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(day)
}

/**
 * `1234567.5` as `1.234.567,5` in German. Four digits are not grouped, and leading zeros stay: both may be an
 * identifier.
 */
function formatNumber(value: string, locale: string): string {
  const numberText = value.replace(',', '.')
  const decimals = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/.exec(numberText)
  if (!decimals) return value
  const digits = decimals[1]?.length ?? 0
  if (digits > MAX_DECIMALS) return value
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'min2',
  })
  // As text, so that no digit is lost.
  return format.format(numberText as Intl.StringNumericLiteral)
}
