import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { signerLocales } from '#lib/core/locales'
import { findLanguageForms } from '#lib/core/text/language-forms'
import { applyLogic } from './field-logic.ts'
import { formatDayInDigits, formatValue } from './format-value.ts'
import { plainNumber, readDay, readNumber } from './read-value.ts'

const written = [
  ...signerLocales,
  'de-CH',
  'de-AT',
  'en-IN',
  'en-ZA',
  'pt-PT',
  'sv',
  'pl',
  'hi',
  'ar',
  'ar-EG',
  'ar-SA',
  'fa',
  'he',
  'bn',
  'th',
  'th-u-nu-thai',
  'my',
  'dz',
  'sat',
  'ccp',
  'zh-u-nu-hanidec',
]
const plainNumbers = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.stringMatching(/^\d{0,8}$/))
  .map(([isNegative, whole, decimals]) => `${isNegative ? '-' : ''}${whole}${decimals && `.${decimals}`}`)
  .filter((plain) => /[1-9]/.test(plain))

describe('readNumber', () => {
  it.each([
    ['1.250', 'de', '1250'],
    ['1.250,50', 'de', '1250.50'],
    ['1,250', 'de', '1.250'],
    ['1250,5', 'de', '1250.5'],
    [',5', 'de', '0.5'],
    ['+5', 'de', '5'],
    ['-0,0', 'de', '0.0'],
    ['00451', 'de', '00451'],
    ['1,200', 'en', '1200'],
    ['1.200', 'en', '1.200'],
    ['1 250,5', 'fr', '1250.5'],
    ['1\u00a0250,5', 'fr', '1250.5'],
    ['1\u202f250,5', 'fr', '1250.5'],
    ['1.250', 'es', '1250'],
    ["1'250.5", 'de-CH', '1250.5'],
    ['1’250.5', 'de-CH', '1250.5'],
    ['1\u202f250,5', 'fr-CH', '1250.5'],
    ["1'250,5", 'fr-CH', '1250.5'],
    ["1'250,5", 'fr', '1250.5'],
    ["1'250.5", 'en-CH', '1250.5'],
    ['1 250,5', 'pt-PT', '1250.5'],
    ['12,34,567.8', 'en-IN', '1234567.8'],
    ['−1\u00a0250', 'sv', '-1250'],
    ['١٬٢٥٠٫٥', 'ar-EG', '1250.5'],
    ['1,250.5', 'ar-EG', '1250.5'],
    ['۱٬۲۵۰', 'fa', '1250'],
    ['१२,३४,५६७', 'hi', '1234567'],
    ['๑,๒๕๐.๕', 'th', '1250.5'],
    ['１２３', 'de', '123'],
    ['1.250', 'de-', '1.250'],
  ])('reads %j in %s as %s', (text, locale, plain) => expect(readNumber(text, locale)).toBe(plain))

  it.each([
    ['1.250', 'fr'],
    ['1.250', 'de-AT'],
    ['1,200', 'de-CH'],
    ['12,5', 'en'],
    ['1,234,567', 'en-IN'],
    ['1250.50', 'de'],
    ['1.2345', 'de'],
    ['12.50', 'de'],
    ['1.25.000', 'de'],
    ['1234.567', 'de'],
    ['0.250', 'de'],
    ['1 250', 'de'],
    ['5,', 'de'],
    ['-', 'de'],
    [',', 'de'],
    ['1e5', 'en'],
    ['5-', 'en'],
    ['5 €', 'de'],
    ['1٢', 'ar-EG'],
    ['9'.repeat(22), 'de'],
  ])('refuses %j in %s', (text, locale) => expect(readNumber(text, locale)).toBeNull())

  test.each(written)('reads back what the document shows in %s', (locale) => {
    fc.assert(
      fc.property(plainNumbers, (plain) => {
        expect(readNumber(formatValue('number', plain, locale), locale)).toBe(plain)
      }),
    )
  })

  test.each(written)('gives the number that a formula gets, in %s', (locale) => {
    const sameField = {
      ...{ id: 1, type: 'number' as const, label: 'A' },
      options: [],
      condition: null,
      formula: null,
    }
    const double = { ...sameField, id: 2, label: 'B', formula: '{{A}} * 2' }
    fc.assert(
      fc.property(fc.integer({ min: -4e10, max: 4e10 }), (hundredths) => {
        const shown = formatValue('number', String(hundredths / 100), locale)
        const asNumber = applyLogic([sameField, double], locale, () => readNumber(shown, locale)!)
        const asText = applyLogic([{ ...sameField, type: 'text' }, double], locale, () => shown)
        expect(Number(asNumber.values.get(2))).toBe(hundredths / 50)
        expect(asText.values.get(2)).toBe(asNumber.values.get(2))
      }),
    )
  })
})

describe('plainNumber', () => {
  it.each([
    [1250.5, '1250.5'],
    [1e-7, '0.0000001'],
    [-0, '0'],
    ['1250.50', '1250.50'],
    [' +5 ', '5'],
  ])('takes %j', (value, plain) => expect(plainNumber(value)).toBe(plain))

  it.each(['1,5', '1.250.000', '1 250', '1e5', '', '.', 1e21, 2 ** 53, Number.NaN, 5e-324])(
    'refuses %j',
    (value) => expect(plainNumber(value)).toBeNull(),
  )
})

describe('readDay', () => {
  it.each([
    ['01.12.2026', 'de'],
    ['1. 12. 2026', 'de'],
    ['12/01/2026', 'en'],
    ['12/1/2026', 'en-US'],
    ['01/12/2026', 'en-GB'],
    ['1/12/2026', 'fr'],
    ['01/12/2026', 'es'],
    ['Dec 1, 2026', 'en'],
    ['1 déc. 2026', 'fr'],
    ['2026年12月1日', 'zh'],
    ['1. Dezember 2026', 'de'],
    ['December 1, 2026', 'en'],
    ['1 de diciembre de 2026', 'es'],
    ['2026年12月1日', 'ja'],
    ['2026년 12월 1일', 'ko'],
    ['1 ธันวาคม 2569', 'th'],
    ['2026-12-01', 'de'],
    ['1/12/2026', 'th'],
    ['1 ธ.ค. 2026', 'th'],
    ['๑/๑๒/๒๐๒๖', 'th'],
    ['1/12/2569', 'th'],
    ['01/12/2569', 'th-TH'],
    ['1 ธ.ค. 2569', 'th'],
    ['๑/๑๒/๒๕๖๙', 'th'],
    ['2569-12-01', 'th'],
    ['۲۰۲۶/۱۲/۱', 'fa'],
    ['1/12/2026', 'zh-HK'],
    ['2026年12月1日', 'zh-HK'],
    ['01.12.2026', 'lv'],
    ['2026.12.01', 'hu'],
    ['1.12.2026', 'hr'],
    ['1.12.2026', 'sr'],
    ['1.12.2026', 'bg'],
    ['1.12.2026г', 'bg'],
    ['1.12.2026', 'mk'],
    ['2026.12.1', 'ko'],
    ['1 дек. 2026', 'ru'],
    ['1/12/2569', 'th'],
    ['1/12/2569', 'th-u-nu-thai'],
    ['๑/๑๒/๒๕๖๙', 'th-u-nu-thai'],
  ])('reads %j in %s', (text, locale) => expect(readDay(text, locale)).toBe('2026-12-01'))

  it.each([
    ['12.01.2026', 'en'],
    ['13/01/2026', 'en'],
    ['30.02.2026', 'de'],
    ['01.12.26', 'de'],
    ['1/12/2026', 'de'],
    ['1.12.2026 г.', 'de'],
    ['1 Dec 2026', 'de'],
    ['1.1 2.2026', 'de'],
    ['1/1 2/2026', 'fr'],
    ['31. Juni 2026', 'de'],
    ['tomorrow', 'en'],
    ['۱۴۰۵/۹/۱۰', 'fa'],
    ['1405/9/10', 'fa'],
    ['1405-09-10', 'fa'],
    ['۱۰ آذر ۱۴۰۵', 'fa'],
    ['۱۴۰۵-۰۹-۱۰', 'ps'],
    ['1405-09-10', 'uz-AF'],
    ['22/6/1448', 'ar-SA'],
    ['', 'en'],
  ])('refuses %j in %s', (text, locale) => expect(readDay(text, locale)).toBeNull())

  it.each([...signerLocales, 'vi'])(
    'reads days with the name of a month in %s, composed or not',
    (locale) => {
      for (const [month, form] of findLanguageForms(locale).days.long.entries()) {
        const text = form.replace('{y}', '2026').replace(/\{dd?\}/, '05')
        const day = `2026-${String(month + 1).padStart(2, '0')}-05`
        expect(['NFC', 'NFD'].map((name) => readDay(text.normalize(name), locale))).toEqual([day, day])
      }
    },
  )

  it('makes the formatters of a language once', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    for (const text of ['soon', '1 Mai 2026', '1.12.']) readDay(text, 'de-LI')
    expect(made).toHaveBeenCalledTimes(3)
    made.mockRestore()
  })

  /** Their dates end with a dot, have several orders or marks of their own, or are separated by spaces. */
  const locales = [
    ...written,
    ...['bg', 'bs', 'eu', 'hr', 'hu', 'hy', 'kk', 'ko', 'ky', 'lt', 'lv', 'mk', 'mn', 'ru', 'sl', 'sr', 'ug'],
    ...['fr-CA', 'uz', 'vi', 'yo', 'zh-HK', 'zh-TW'],
  ]
  test.each(locales)('reads back what the document shows in %s, and the same in digits', (locale) => {
    // Years of the Buddhist calendar.
    const max = new Date(locale.startsWith('th') ? '2399-12-31' : '9999-12-31')
    fc.assert(
      fc.property(fc.date({ min: new Date('1583-01-01'), max, noInvalidDate: true }), (date) => {
        const day = date.toISOString().slice(0, 10)
        const shown = [formatValue('date', day, locale), formatDayInDigits(day, locale)]
        for (const text of new Set([...shown, ...shown.map((text) => text.replace(/\.$/, ''))]))
          expect(readDay(text, locale)).toBe(day)
      }),
    )
  })
})
