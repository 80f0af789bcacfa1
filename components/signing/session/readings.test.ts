import { describe, expect, it } from 'vitest'
import { findNearestSignerLocale } from '#lib/core/locales'
import { getSigningTexts } from '#lib/messages/signing'
import { field, signing } from '../fixtures.ts'
import { findInputError } from './check.ts'
import { findRegional, parseEntry } from './readings.ts'
import { emptyInput, getEditedText, readAgain, withEntry, withPageLanguage } from './steps.ts'

const today = '2026-03-31'
const texts = getSigningTexts('en')

describe('findRegional', () => {
  it.each([
    ['es', 'es', ['es-MX', 'es'], 'es-MX'],
    ['es', 'es', ['es-419', 'es'], 'es-419'],
    ['en', 'en', ['de-DE', 'en-GB'], 'en-GB'],
    ['de', 'en', ['de-CH'], 'de-CH'],
    ['en', 'en', ['en', 'en-GB'], 'en-GB'],
    // English in a region of which `Intl` has no English.
    ['en', 'en', ['en-AR'], 'es-AR'],
    // The process has a region of its own.
    ['es-ES', 'es', ['es-MX'], 'es-MX'],
    ['es-MX', 'es', ['es', 'es-MX'], 'es-MX'],
    // In Latin America.
    ['es-CR', 'es', ['es-419', 'es'], null],
    ['es-AR', 'es', ['es-419', 'es-AR'], 'es-AR'],
    ['es-AR', 'es', ['es-419', 'es-MX'], 'es-MX'],
    ['es-PR', 'es', ['es-419', 'es'], 'es-419'],
    ['es-ES', 'es', ['es-419', 'es'], 'es-419'],
    ['de-CH', 'es', ['es-419'], 'es-419'],
    ['de-CH', 'de', ['de', 'en-US', 'en'], 'de'],
    ['de-CH', 'de', ['en-US', 'en'], null],
    ['en', 'en', ['fr-CA'], null],
    ['en', 'en', ['en', 'not a tag'], null],
    ['qaa', 'en', ['qaa-FR'], 'fr-FR'],
    ['en', 'en', [], null],
  ] as const)('for a process in %s, a page in %s and a browser in %j is %s', (locale, page, browser, tag) =>
    expect(findRegional(locale, page, browser)).toBe(tag),
  )
})

/** What is taken of a text, and what is said about it, on a page in the language of the process. */
function enter(type: 'number' | 'date', text: string, locale: 'ar' | 'en' | 'es' | 'pt', region: string) {
  const tested = field({ type, ...(type === 'date' && { validation: { min_date: '1900-01-01' } }) })
  const stored = signing([tested])
  stored.process.locale = locale
  const page = withPageLanguage(stored, locale, [region])
  const input = withEntry(emptyInput, tested, text, page)
  const message = findInputError(tested, input, page, today, texts)
  return { value: input.values[tested.id], message }
}

it.each([
  ['number', '12,500', 'es-MX', 'es', '12500'],
  ['date', '03/04/2026', 'en-GB', 'en', '2026-04-03'],
  ['number', '12,500', 'es-MX', 'de', null],
] as const)('a %s %s in a process in %s on a page in %s', (type, text, locale, pageLocale, value) => {
  const tested = field({ type, ...(type === 'date' && { validation: { min_date: '1900-01-01' } }) })
  const stored = signing([tested])
  stored.process.locale = locale
  const page = withPageLanguage(stored, pageLocale, [])
  expect(parseEntry(tested, text, page)).toBe(value)
})

describe('on a page in the language of a process with a region', () => {
  const find = (type: 'number' | 'date', text: string, locale: string, browser: string[]) => {
    const tested = field({ type, ...(type === 'date' && { validation: { min_date: '1900-01-01' } }) })
    const stored = signing([tested])
    stored.process.locale = locale
    const page = withPageLanguage(stored, findNearestSignerLocale(locale), browser)
    const input = withEntry(emptyInput, tested, text, page)
    expect(readAgain(input, page)).toBe(input)
    return { value: input.values[tested.id], message: findInputError(tested, input, page, today, texts) }
  }

  it.each([
    ['number', '1.250', 'de-CH', ['de-DE']],
    // Such as Firefox in German.
    ['number', '1.250', 'de-CH', ['de', 'en-US', 'en']],
    ['number', '1.250', 'es-MX', ['es-ES', 'es']],
    ['number', '1,250', 'en-ZA', ['en-GB']],
    ['date', '03/04/2026', 'en-GB', ['en-US', 'en']],
    ['date', '3/4/2026', 'es-PR', ['es-ES']],
  ] as const)('a %s %s in %s is asked about in a browser in %j', (type, text, locale, browser) => {
    const { value, message } = find(type, text, locale, [...browser])
    expect(value).toBe('')
    expect(message).toMatch('Do you mean')
  })

  it.each([
    ['number', '1.250', 'de-CH', ['de-CH', 'de'], '1.250'],
    ['number', '1,250', 'es-MX', ['es', 'es-MX'], '1250'],
    // Such as Chrome in Latin America.
    ['number', '1.250', 'es-CL', ['es-419', 'es'], '1250'],
    ['number', '1.250', 'es-CR', ['es-419', 'es'], '1250'],
    ['number', '1,25', 'es-CR', ['es-419', 'es'], '1.25'],
    ['number', '1,250', 'es-MX', ['es-419', 'es'], '1250'],
    ['number', '1250,5', 'de-CH', ['de-DE'], '1250.5'],
    ['number', '1250,5', 'de-CH', [], '1250.5'],
    ['number', '1250,5', 'es-MX', ['en-US'], '1250.5'],
    ['number', '1250.5', 'en-ZA', [], '1250.5'],
    ['number', '1.250,50', 'de-AT', ['de-AT'], '1250.50'],
    ['number', '1.250', 'pt-PT', ['pt-PT'], '1250'],
    ['date', '03/04/2026', 'en-GB', ['en-GB'], '2026-04-03'],
  ] as const)('a %s %s in %s is clear in a browser in %j', (type, text, locale, browser, value) =>
    expect(find(type, text, locale, [...browser])).toEqual({ value, message: null }),
  )

  it.each([
    // The page's language, which has no region, would read these.
    ['date', '03/04/2026', 'en-ZA'],
    ['number', '1.250', 'en-ZA'],
    ['number', '1,250', 'de-CH'],
  ] as const)('a %s %s in %s is refused where the browser has no such language', (type, text, locale) =>
    expect(find(type, text, locale, []).message).toMatch(/^Enter a /),
  )
})

describe('a text that the region of the browser reads', () => {
  it.each([
    ['number', '1,250', 'es', 'es-MX', 'Do you mean 1,25 or 1250? Type it like that.'],
    ['number', '1.250', 'es', 'es-MX', 'Do you mean 1250 or 1,25? Type it like that.'],
    ['number', '1,250', 'en', 'en-DE', 'Do you mean 1250 or 1.25? Type it like that.'],
    ['date', '03/04/2026', 'en', 'en-GB', 'Do you mean Mar 4, 2026 or Apr 3, 2026? Type it like that.'],
    ['date', '03/04/2026', 'es', 'es-PR', 'Do you mean 3 abr 2026 or 4 mar 2026? Type it like that.'],
  ] as const)('otherwise is asked about: a %s %s in %s and %s', (type, text, locale, region, message) =>
    expect(enter(type, text, locale, region)).toEqual({ value: '', message }),
  )

  it.each([
    ['number', '1,250.50', 'es', 'es-MX', '1250.50'],
    ['number', '1 250,50', 'pt', 'pt-PT', '1250.50'],
    ['number', '1,50,000', 'en', 'en-IN', '150000'],
    ['number', '12,5', 'en', 'en-DE', '12.5'],
    ['number', '12,5', 'en', 'en-AR', '12.5'],
    ['date', '31/03/2026', 'en', 'en-GB', '2026-03-31'],
  ] as const)('alone is taken: a %s %s in %s and %s', (type, text, locale, region, value) =>
    expect(enter(type, text, locale, region)).toEqual({ value, message: null }),
  )

  it.each([
    ['number', '1250', 'es', 'es-MX'],
    ['number', '1,25', 'es', 'es-MX'],
    ['date', '2026-04-03', 'en', 'en-GB'],
    ['date', 'Apr 3, 2026', 'en', 'en-GB'],
  ] as const)('alike is clear: a %s %s in %s and %s', (type, text, locale, region) =>
    expect(enter(type, text, locale, region).message).toBeNull(),
  )

  it('has no other one in what a field shows while it is used', () => {
    const tested = field({ type: 'number' })
    const stored = signing([tested])
    stored.process.locale = 'es'
    const page = withPageLanguage(stored, 'es', ['es-MX'])
    const edited = ['12345', '1.250', '12.345'].map((plain) =>
      getEditedText(tested, { ...emptyInput, values: { [tested.id]: plain } }, page, today),
    )
    expect(edited).toEqual(['12345', '1,25', '12,3450'])
  })
})

it('does not ask about the day of signing, the only one that is accepted', () => {
  const tested = field({ type: 'date' })
  const page = withPageLanguage(signing([tested]), 'en', ['en-GB'])
  const typed = (text: string) => withEntry(emptyInput, tested, text, page).values[tested.id]
  expect([typed('12/1/2026'), typed('31/12/2026')]).toEqual(['2026-12-01', '2026-12-31'])
})

it('proposes days that are clear, as ISO 8601 where the language writes them in digits of the same order', () => {
  const tested = field({ type: 'date' })
  const stored = signing([tested])
  stored.process.locale = 'ar'
  const page = withPageLanguage(stored, 'en', [])
  const input = withEntry(emptyInput, tested, '03/04/2026', page)
  expect(findInputError(tested, input, page, today, texts)).toBe(
    'Do you mean 2026-04-03 or 2026-03-04? Type it like that.',
  )
})
