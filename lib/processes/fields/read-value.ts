import { composeText } from '#lib/core/text/characters'
import { trimText } from '#lib/core/text/clean'
import { withLatinDigits } from '#lib/core/text/digits'
import { findLanguageForms, findNumberingSystem, type LanguageForms } from '#lib/core/text/language-forms'
import type { FieldType } from '#lib/pdf/zones'
import { plainNumberPattern } from './format-value.ts'

/**
 * Characters that mean the same: spaces and apostrophes are never decimal signs, and which of them a language has for
 * groups differs between versions of its data (CLDR).
 */
const alikeCharacters = [" \u00a0\u2009\u202f'\u2019", '-\u2212']
/** Invisible marks of the direction of text, which `Intl` puts around minus signs. */
const directionMarks = /[\u061c\u200e\u200f]/g
/** The first full year of the Gregorian calendar. */
const GREGORIAN_START = '1583'
/** The Buddhist calendar is ahead of the Gregorian one by so many years. */
const BUDDHIST_YEARS = 543
/** A year of the Buddhist calendar from the 19th to the 22nd century. */
const BUDDHIST_YEAR = /(?<!\d)2[4-6]\d\d(?!\d)/

/** Such as that of the Bulgarian `1.12.2026 г.`, which keyboards and spreadsheets leave out. */
const letterAtEnd = /(?<=\{y\})\p{L}$/u

const allDigits = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 })

/**
 * The plain form of a number that a program sends: a JSON number, or text with a decimal point.
 * @returns null when it is none, or cannot be written exactly
 */
export function plainNumber(value: string | number): string | null {
  const text = typeof value === 'number' ? textOfNumber(value) : value.trim().replace(/^\+/, '')
  return plainNumberPattern.test(text) ? withoutNegativeZero(text) : null
}

/** A number without the zeros that do not count: as texts, since numbers of many digits are not exact. Null if it is none. */
export function canonicalNumber(text: string): string | null {
  const [, sign = '', digits = '', decimals = ''] =
    /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(plainNumber(text) ?? '') ?? []
  return digits === '' ? null : `${sign}${digits}${decimals && '.'}${decimals}`
}

/** `1e-7` as `0.0000001`; empty for an integer that JSON has rounded, and for a number with too many digits. */
function textOfNumber(value: number): string {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return ''
  const text = allDigits.format(value)
  return Number(text) === value ? text : ''
}

/** The plain form of what a person typed in a number or date field, by the language of the process; null if unclear. */
export function readValue(type: FieldType, text: string, locale: string): string | null {
  if (trimText(text) === '') return ''
  if (type === 'number') return readNumber(text, locale)
  return type === 'date' ? readDay(text, locale) : text
}

/**
 * The plain form of a number as people write it in a language: `1.250,5` in German is `1250.5`. Groups must be those of
 * the language, and none starts with 0: `0.250` may be meant as a decimal.
 * @param locale BCP 47 tag
 * @returns null when the text is not of this form
 */
export function readNumber(text: string, locale: string): string | null {
  const typed = text.replace(directionMarks, '').trim()
  const numberingSystem = findOnlySystem(typed)
  if (!numberingSystem) return null
  const { group, decimal, minus, secondary, primary } = findSigns(locale, numberingSystem)
  const grouped = group && `[1-9]\\d{0,${secondary - 1}}(?:${group}\\d{${secondary}})*${group}\\d{${primary}}`
  const whole = grouped ? `\\d+|${grouped}` : '\\d+'
  const form = new RegExp(`^(\\+|${minus})?(${whole}|(?=${decimal}))(?:${decimal}(\\d+))?$`)
  const [, sign, integer, decimals] = form.exec(withLatinDigits(typed)) ?? []
  if (integer === undefined) return null
  const digits = integer.replace(/\D/g, '') || '0'
  const plain = `${sign && sign !== '+' ? '-' : ''}${digits}${decimals ? `.${decimals}` : ''}`
  return plainNumberPattern.test(plain) ? withoutNegativeZero(plain) : null
}

/** The numbering system of the digits of a text; undefined without one, with several, and for one that is not read. */
function findOnlySystem(text: string): string | undefined {
  const [system, ...others] = new Set(text.match(/\p{Nd}/gu)?.map(findNumberingSystem))
  return others.length === 0 ? system : undefined
}

function withoutNegativeZero(plain: string): string {
  return /[1-9]/.test(plain) ? plain : plain.replace('-', '')
}

/** The signs of a language as patterns, and the sizes of its groups. */
function findSigns(locale: string, numberingSystem: string) {
  const { group, decimal, minus, ...sizes } = findLanguageForms(locale).numbers[numberingSystem]!
  return { group: toPattern(group), decimal: toPattern(decimal)!, minus: toPattern(`-${minus}`)!, ...sizes }
}

/** A pattern for any of these characters, and those that people cannot tell from them. */
function toPattern(text: string): string | null {
  const characters = text.replace(directionMarks, '')
  if (!characters) return null
  const alike = alikeCharacters.filter((set) => [...set].some((character) => characters.includes(character)))
  return `[${[characters, ...alike].join('').replace(/[\\\]^-]/g, '\\$&')}]`
}

/**
 * Whether the text is a day of the calendar: `Date` reads `2026-02-30` as a day in March. ISO 8601 has years before the
 * Gregorian calendar by agreement only: people mean those of another one, such as 1405 in Persian.
 */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < GREGORIAN_START) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/**
 * A day as people write it in a language, such as `1.12.2026` or `1. Dezember 2026` in German, `12/1/2026` in English: four
 * digits of the year, and the separators of the language. `2026-12-01` is read in every language. The year may be one of
 * the Buddhist calendar where it is the language's own.
 * @returns `2026-12-01`; null when the text is not of this form
 */
export function readDay(text: string, locale: string): string | null {
  const given = withGregorianYear(text, locale).trim()
  if (isDay(given)) return given
  const typed = comparable(given)
  for (const [index, pattern] of findDayPatterns(locale).entries()) {
    const { year = '', day = '' } = pattern.exec(typed)?.groups ?? {}
    const month = String((index % 12) + 1)
    const isoDay = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (isDay(isoDay)) return isoDay
  }
  return null
}

const dayPatterns = new WeakMap<LanguageForms, RegExp[]>()

/** The patterns of days in each form of a language, by month. */
function findDayPatterns(locale: string): RegExp[] {
  const forms = findLanguageForms(locale)
  const { numeric, medium, long } = forms.days
  const patterns = dayPatterns.get(forms) ?? [...numeric, ...medium, ...long].map(toDayPattern)
  dayPatterns.set(forms, patterns)
  return patterns
}

/** Thai `1/12/2569` as `1/12/2026`: the Buddhist calendar differs from the Gregorian one in its years only. */
function withGregorianYear(text: string, locale: string): string {
  const latinText = withLatinDigits(text)
  if (!BUDDHIST_YEAR.test(latinText) || !findLanguageForms(locale).isBuddhist) return text
  return latinText.replace(BUDDHIST_YEAR, (year) => String(Number(year) - BUDDHIST_YEARS))
}

/** A pattern for the days of a month as a language writes them. */
function toDayPattern(form: string): RegExp {
  const text = comparable(form)
    .replace(/[\\^$.*+?()[\]|]/g, '\\$&')
    .replace(letterAtEnd, '$&?')
  return new RegExp(`^${text.replace('{y}', '(?<year>\\d{4})').replace(/\{dd?\}/, '(?<day>\\d{1,2})')}$`)
}

/** A date without what people write differently: composed letters, digits, spaces, leading zeros, case, a dot at the end. */
function comparable(text: string): string {
  return withLatinDigits(composeText(text))
    .replace(directionMarks, '')
    .replace(/(?<![\d}])\s+|\s+(?![\d{])/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/\.$/, '')
}
