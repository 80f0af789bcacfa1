import { describe, expect, it } from 'vitest'
import { getSigningTexts } from '#lib/messages/signing'
import { field, signing } from '../fixtures.ts'
import { findInputError } from './check.ts'
import { findRegional, parseEntry } from './readings.ts'
import { emptyInput, getEditedText, withEntry, withPageLanguage } from './steps.ts'

const today = '2026-03-31'

describe('findRegional', () => {
  it.each([
    ['es', 'es', ['es-MX', 'es'], 'es-MX'],
    ['es', 'es', ['es-419', 'es'], 'es-419'],
    ['en', 'en', ['de-DE', 'en-GB'], 'en-GB'],
    ['de', 'en', ['de-CH'], 'de-CH'],
    ['en', 'en', ['en', 'en-GB'], 'en-GB'],
    // English in a region of which `Intl` has no English.
    ['en', 'en', ['en-AR'], 'es-AR'],
    ['es-ES', 'es', ['es-MX'], null],
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
  const message = findInputError(tested, input, page, today, getSigningTexts('en'))
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
  expect(findInputError(tested, input, page, today, getSigningTexts('en'))).toBe(
    'Do you mean 2026-04-03 or 2026-03-04? Type it like that.',
  )
})
