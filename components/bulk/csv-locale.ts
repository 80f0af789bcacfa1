import { processLocales, regionalLocales } from '#lib/core/locales'
import { findLanguageForms, listLocales } from '#lib/core/text/language-forms'
import { formatDayInDigits, formatNumber } from '#lib/processes/fields/format-value'

/** By language the region whose form is that of the language without one. */
const homeRegions: Record<string, string> = {
  ar: 'AE',
  de: 'DE',
  en: 'US',
  es: 'ES',
  fr: 'FR',
  it: 'IT',
  nl: 'NL',
  pt: 'BR',
  sv: 'SE',
  zh: 'CN',
}

/** The regions in which numbers and dates of a language are written differently: one of each form. */
function listRegions(language: string): string[] {
  const others = regionalLocales.map((tag) => tag.split('-')).filter(([code]) => code === language)
  return [homeRegions[language], ...others.map(([, region]) => region)].filter(
    (region) => region !== undefined,
  )
}

/** A day and a number with which the forms of two regions differ: no month is 31, and the groups of the number are two. */
export function findExample(locale: string): { day: string; number: string } {
  return { day: formatDayInDigits('2026-03-31', locale), number: formatNumber('1234567.89', locale) }
}

/**
 * The languages in which a CSV may be written: first that of the template, then the same language in the regions that
 * write numbers or dates otherwise. Where its forms are not known, those of the browser and all of processes.
 * @param browserLanguages BCP 47, the preferred one first
 * @returns `preselected` has the region of the template, else the country of the browser if its language is the same;
 * null where the forms of the template's language are not known, as those of another would be a guess
 */
export function listCsvLocales(
  templateLocale: string,
  browserLanguages: readonly string[],
): { locales: string[]; preselected: string | null } {
  const isKnown = (tag: string) => findLanguageForms(tag).isKnown
  const canonize = (tag: string) => listLocales(tag)[0]!
  if (!isKnown(templateLocale)) {
    const locales = [...browserLanguages.filter(isKnown).map(canonize), ...processLocales]
    return { locales: [...new Set(locales)], preselected: null }
  }
  const parse = (tag: string) => new Intl.Locale(canonize(tag))
  const write = (tag: string) => Object.values(findExample(tag)).join(' ')
  const template = parse(templateLocale)
  const findOthers = (regions: string[]) =>
    regions
      .map((region) => new Intl.Locale(template, { region }).toString())
      .filter((tag) => write(tag) !== write(templateLocale))
  const browser = browserLanguages
    .map(parse)
    // Not a region of several countries, such as 419 of Latin America: these write numbers differently.
    .find(({ language, region }) => language === template.language && /^[A-Z]/.test(region ?? ''))
  const country = template.region ? undefined : browser?.region
  const [browserLocale = templateLocale] = findOthers(country ? [country] : [])
  const others = findOthers(listRegions(template.language))
  return { locales: [...new Set([templateLocale, browserLocale, ...others])], preselected: browserLocale }
}
