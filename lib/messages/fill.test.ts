import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { describe, expect, it } from 'vitest'
import { signerLocales } from '#lib/core/locales'
import { signerEmailTexts } from './emails.ts'
import { fill, fillPlural } from './fill.ts'
import type { Texts } from './pseudo.ts'
import { getSigningTexts } from './signing.ts'

function listTexts(texts: Texts): string[] {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : listTexts(text)))
}

const counts = [...Array(130).keys(), 1000, 1001, 10_000, 1_000_000]

describe('a text with plurals', () => {
  it('has the branch of the number, and its other placeholders are replaced', () => {
    const text = '{count, plural, one {# page of {name}} other {# pages of {name}}} ({name})'
    expect(fillPlural(text, { count: 1, name: '{count}' }, 'en')).toBe('1 page of {count} ({count})')
    expect(fillPlural(text, { count: 1200, name: 'x' }, 'de')).toBe('1.200 pages of x (x)')
    expect(fill('{name}', { name: 2 })).toBe('2')
  })

  it.each(signerLocales)('is written as ICU says, for every text in %s', (locale) => {
    const texts = listTexts({ ...getSigningTexts(locale), ...signerEmailTexts[locale] })
    const plurals = texts.filter((text) => text.includes(', plural,'))
    expect(plurals.length).toBeGreaterThan(5)
    for (const text of plurals)
      for (const count of counts) {
        const values = { count, minutes: count, tenant: 'T' }
        const written = format(compile(text), locale, values, { formatters })
        expect(fillPlural(text, values, locale)).toBe(written)
      }
  })
})

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
}
