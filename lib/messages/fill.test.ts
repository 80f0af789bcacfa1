import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { describe, expect, it } from 'vitest'
import { signerLocales } from '#lib/core/locales'
import { listTexts } from '#lib/testing/values/list-texts'
import { signerEmailTexts } from './emails.ts'
import { fill, fillPlural, joinSentences } from './fill.ts'
import { getSigningTexts } from './signing.ts'

const counts = [...Array(130).keys(), 1000, 1001, 10_000, 1_000_000]

describe('a text with plurals', () => {
  it('has the branch of the number, and its other placeholders are replaced', () => {
    const text = '{count, plural, one {# page of {name}} other {# pages of {name}}} ({name})'
    expect(fillPlural(text, { count: 1, name: '{count}' }, 'en')).toBe('1 page of {count} ({count})')
    expect(fillPlural(text, { count: 1200, name: 'x' }, 'de')).toBe('1.200 pages of x (x)')
    expect(fill('{name}', { name: 2 })).toBe('2')
  })

  it('has a space beside a name in Chinese or Japanese only where the name is of another script', () => {
    const text = '{tenant} 的 {sender} 请您签署，{sender} 和 {tenant}'
    expect(fill(text, { tenant: '上海房产', sender: '王芳' })).toBe('上海房产的王芳请您签署，王芳和上海房产')
    expect(fill(text, { tenant: 'Paraph', sender: '王 芳' })).toBe('Paraph 的王 芳请您签署，王 芳和 Paraph')
    expect(fill('{a} {b} は', { a: '東京', b: 'カナ' })).toBe('東京 カナは')
    expect(fill('{count} 分钟', { count: 5 })).toBe('5 分钟')
    expect(fill('{tenant} 的', { tenant: '上海' }, (value) => `<b>${value}</b>`)).toBe('<b>上海</b>的')
  })

  it.each(signerLocales)('is written as ICU says, for every text in %s', (locale) => {
    const texts = listTexts({ ...getSigningTexts(locale), ...signerEmailTexts[locale] }).map(
      ([, text]) => text,
    )
    const plurals = texts.filter((text) => text.includes(', plural,'))
    expect(plurals.length).toBeGreaterThan(5)
    for (const text of plurals)
      for (const count of counts) {
        const values = { count, done: count, minutes: count, code: '123456', tenant: 'T' }
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

it('joins sentences as a language writes them', () => {
  expect(joinSentences(['Signed.', 'Thanks.'], { locale: 'en' })).toBe('Signed. Thanks.')
  expect(joinSentences(['署名しました。', '完了です。'], { locale: 'ja' })).toBe('署名しました。完了です。')
})
