import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { findExample, listCsvLocales } from '#components/bulk/csv-locale.ts'
import { CsvLocaleField } from '#components/bulk/csv-locale-field.tsx'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import { processLocales, regionalLocales, signerLocales } from '#lib/core/locales'
import { findLanguageForms, setLanguageForms } from '#lib/core/text/language-forms'
import { readDay, readNumber } from '#lib/processes/fields/read-value'
import en from '#messages/en/dashboard.json'

it.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['de-DE', 'en-IE'], 'en-IE'],
  ['en', ['en-US', 'en-GB'], 'en'],
  ['en', ['en', 'en-AU'], 'en-AU'],
  ['en', ['fr-CA'], 'en'],
  ['en', ['en-US@posix'], 'en'],
  ['en', [], 'en'],
  ['en-GB', ['en-US'], 'en-GB'],
  ['de-CH', ['de-DE'], 'de-CH'],
  ['en-GB', ['en-GB'], 'en-GB'],
  ['es', ['es-MX'], 'es-MX'],
  ['es', ['es-419', 'es'], 'es'],
  ['es', ['es-419', 'es-MX'], 'es-MX'],
  ['es', ['es-ES'], 'es'],
  ['zh-Hant', ['zh-HK'], 'zh-Hant-HK'],
  ['en-12', ['en-GB'], 'en-GB'],
])('for a template in %s and a browser in %j it is %s', (locale, languages, preselected) => {
  const found = listCsvLocales(locale, languages)
  expect([found.preselected, found.locales[0]]).toEqual([preselected, locale])
  expect(found.locales).toContain(preselected)
})

it('is chosen among all for a template in a language whose forms are not known', () => {
  for (const locale of ['dk', 'de-12']) {
    const { locales, preselected } = listCsvLocales(locale, ['xx', 'da-DK', 'en-US@posix', 'en-GB'])
    expect([preselected, ...locales.slice(0, 3)]).toEqual([null, 'da-DK', 'en', 'en-GB'])
    expect(locales).toEqual(expect.arrayContaining([...processLocales]))
    expect(new Set(locales).size).toBe(locales.length)
    expect(locales.filter((tag) => !findLanguageForms(tag).isKnown)).toEqual([])
  }
  const form = show('dk', ['da-DK'])
  expect(form).toMatch(/<option value="" selected="">Choose a language<\/option><option value="da-DK">/)
  expect(form).not.toContain('Dates are written like')
})

it('asks where the service does not know the language, whatever the browser knows', () => {
  expect(listCsvLocales('fo', []).preselected).toBe('fo')
  setLanguageForms('fo', { ...findLanguageForms('fo'), isKnown: false })
  expect(listCsvLocales('fo', ['fo-FO']).preselected).toBeNull()
})

it('lists each form of a language once, and reads it as it is shown', () => {
  for (const locale of signerLocales) {
    const { locales } = listCsvLocales(locale, [])
    const examples = locales.map(findExample)
    expect(new Set(examples.map(({ day, number }) => `${day} ${number}`)).size).toBe(locales.length)
    for (const [index, { day, number }] of examples.entries())
      expect([readDay(day, locales[index]!), readNumber(number, locales[index]!)]).toEqual([
        '2026-03-31',
        '1234567.89',
      ])
  }
  expect(listCsvLocales('en', []).locales).toEqual(['en', 'en-GB', 'en-CA', 'en-IN', 'en-ZA'])
  expect(listCsvLocales('pl', ['pl-PL']).locales).toEqual(['pl'])
})

it('has the regions that write otherwise than the language without one', () => {
  const write = (tag: string) => Object.values(findExample(tag)).join(' ')
  for (const locale of regionalLocales) expect(write(locale)).not.toBe(write(locale.slice(0, 2)))
})

function show(locale: string, languages: string[]): string {
  const { locales, preselected } = listCsvLocales(locale, languages)
  const known = { language: 'en', locale: 'en', timeZone: 'UTC', theme: 'system' } as const
  return renderToStaticMarkup(
    <PreferencesProvider known={known} serverTime={0}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <CsvLocaleField locales={locales} value={preselected} onChange={() => {}} />
      </IntlProvider>
    </PreferencesProvider>,
  )
}

it('shows an example of the chosen form, and a select where the language has several', () => {
  const british = show('en', ['en-GB'])
  expect(british).toMatch(/<option[^>]*selected=""[^>]*>English \(United Kingdom\)<\/option>/)
  expect(british).toContain('Dates are written like 31/03/2026, numbers like 1,234,567.89.')
  expect(show('en', ['en-US'])).toContain('Dates are written like 3/31/2026, numbers like 1,234,567.89.')
  const czech = show('cs', ['cs-CZ'])
  expect(czech).not.toContain('<select')
  expect(czech).toContain('Dates are written like 31. 3. 2026')
})

it('names the languages of a template with an extension, as those without', () => {
  const list = (locale: string) => show(locale, []).match(/(?<=<option[^>]*>)[^<]+/g)
  expect(list('ar-EG-u-nu-latn')).toEqual(['Arabic (Egypt)', 'Arabic (Morocco)'])
  for (const locale of ['de-CH', 'en', 'zh-Hant']) expect(list(`${locale}-u-nu-latn`)).toEqual(list(locale))
})
