import { listLocales } from '#lib/core/text/language-forms'
import { isDayOfSigning } from '#lib/processes/fields/field-rules'
import { formatNumber, formatValue } from '#lib/processes/fields/format-value'
import { plainNumber, readNumber, readValue } from '#lib/processes/fields/read-value'
import type { Signing, SigningField } from '../shapes.ts'

/** The regions whose Spanish is that of Latin America, `es-419`, which orders day and month as they do; PA and PR do not. */
const latinAmerica = 'AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PE PY SV US UY VE'.split(' ')

/** Whether the field has a number or date, which is read from what is typed. */
export const isRead = ({ type }: SigningField) => type === 'number' || type === 'date'

/**
 * A language of the process or page in the region of the browser, whose people may mean what they type otherwise. A region
 * whose form of that language the browser does not know, such as English in France, counts with its own language. Beside a
 * process with a region, the language of a browser without one counts, too: it may be written otherwise. That of Latin
 * America says nothing beside one of its regions that order day and month as it does: these write numbers differently.
 * @param browserLanguages BCP 47, the preferred one first
 * @returns null without one
 */
export function findRegional(
  processLocale: string,
  pageLocale: string,
  browserLanguages: readonly string[],
): string | null {
  const parse = (tag: string) => new Intl.Locale(listLocales(tag)[0]!)
  const process = parse(processLocale)
  const shared = browserLanguages
    .map(parse)
    .filter(({ language }) => [process.language, pageLocale].includes(language))
  const isAround = ({ language, region }: Intl.Locale) =>
    region === '419' && language === process.language && latinAmerica.includes(process.region ?? '')
  const withRegion = shared.filter(({ region }) => region)
  const found = withRegion.find((locale) => !isAround(locale))
  if (!found?.region) return (process.region && withRegion.length === 0 && shared[0]?.toString()) || null
  const { region } = found
  const own = new Intl.Locale('und', { region }).maximize()
  return [found, new Intl.Locale(own.language, { region })].find(isKnown)?.toString() ?? null
}

/** Whether the browser knows how the language is written in its region. */
function isKnown(locale: Intl.Locale): boolean {
  const used = new Intl.Locale(new Intl.NumberFormat([locale.toString(), 'en']).resolvedOptions().locale)
  return used.language === locale.language && used.region === locale.region
}

/**
 * The languages by which a text may be meant: that of the document, of the page, and that in the region of the browser. The
 * page's language has no region: it says nothing beside the same one in a region.
 */
export function listReadingLocales({ process, signer, regional }: Signing): string[] {
  const { language, region } = new Intl.Locale(listLocales(process.locale)[0]!)
  const page = region && signer.locale === language ? [] : [signer.locale]
  return [process.locale, ...page, ...(regional ? [regional] : [])]
}

const listReadings = (type: SigningField['type'], text: string, locales: string[]) =>
  locales.flatMap((locale) => readValue(type, text, locale) ?? [])

/**
 * Two readings of a number or date that differ, that in the language of the document first; null if it is clear. The region
 * does not count where only the day of signing is accepted: no other day can be stored.
 */
export function findReadings(field: SigningField, text: string, signing: Signing): [string, string] | null {
  const counted = isDayOfSigning(field) ? { ...signing, regional: null } : signing
  const [value, ...others] = listReadings(field.type, text, listReadingLocales(counted))
  const isSame = (other: string) =>
    field.type === 'number' ? Number(other) === Number(value) : other === value
  const other = others.find((reading) => !isSame(reading))
  return value === undefined || other === undefined ? null : [value, other]
}

/**
 * The value of what was typed; null when it is not clear. What the document's language does not read is read as the
 * language of the page, or that of the region, writes it.
 */
export function parseEntry(field: SigningField, text: string, signing: Signing): string | null {
  if (!isRead(field)) return text
  if (findReadings(field, text, signing)) return null
  const [value] = listReadings(field.type, text, listReadingLocales(signing))
  return value ?? (field.type === 'number' ? readPageNumber(text, signing.signer.locale) : null)
}

/**
 * A number that only the language of the page reads, without its region: keyboards of phones may have only its decimal
 * separator. Null for three decimals, which may be meant as a group.
 */
function readPageNumber(text: string, pageLocale: string): string | null {
  const value = readNumber(text, pageLocale)
  return value !== null && /^-?[1-9]\d{0,2}\.\d{3}$/.test(value) ? null : value
}

/** A number or date as it can be typed with one reading only. */
export function formatClearly(field: SigningField, plain: string, signing: Signing): string {
  const { locale } = signing.process
  if (field.type === 'number') return formatClearNumber(plain, locale)
  const text = formatValue('date', plain, locale)
  return findReadings(field, text, signing) ? plain : text
}

/** A number without groups and zeros at the end, and never with three decimals, which another language reads as a group. */
function formatClearNumber(plain: string, locale: string): string {
  const short = plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
  return formatNumber(/\.\d{3}$/.test(short) ? `${short}0` : short, locale, false)
}

/**
 * A number as any reader takes it, whatever the language of its page: as JSON, unless that would lose a zero at an end; as
 * text without groups.
 */
export function toExactNumber(plain: string, locale: string): string | number {
  const number = Number(plain)
  return plainNumber(number) === plain ? number : formatNumber(plain, locale, false)
}
