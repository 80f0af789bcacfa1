import { expect, test } from 'vitest'
import { formatValue } from './fields/format-value.ts'
import { OptionsInput } from './input.ts'

test.each([
  ['th', '1,234,567.5'],
  ['th-u-nu-thai', '๑,๒๓๔,๕๖๗.๕'],
  ['TH-U-NU-THAI', '๑,๒๓๔,๕๖๗.๕'],
  ['ar-EG', '١٬٢٣٤٬٥٦٧٫٥'],
  ['ar-EG-u-nu-latn', '1,234,567.5'],
  ['zh-Hant-TW-u-nu-hanidec', '1,234,567.5'],
  ['de-x-a', '1.234.567,5'],
  // No format has such a tag; without an extension it was always taken.
  ['de-DE-DE', '1,234,567.5'],
])('a process in %s writes numbers like %s', (tag, text) => {
  expect(formatValue('number', '1234567.5', OptionsInput.parse({ locale: tag }).locale!)).toBe(text)
})

test('a language tag has at most 255 characters, room for every extension', () => {
  const long =
    'de-Latn-DE-1996-t-en-latn-us-m0-ungegn-2007-u-ca-gregory-cf-account-co-phonebk-cu-eur-fw-mon-hc-h23-nu-latn'
  expect(OptionsInput.parse({ locale: long }).locale).toBe(long)
  expect(OptionsInput.safeParse({ locale: `de-x${'-abcdefgh'.repeat(28)}` }).success).toBe(false)
})

test.each([
  'd',
  'en-',
  'en-u',
  'th-u-nu-',
  'th-u-u-thai',
  'de_AT',
  'th-u-nu-thailandese',
  'de-u-co-phonebk-u-nu-thai',
  'de-a-bb-a-cc',
])('%s is no language tag', (tag) => {
  expect(OptionsInput.safeParse({ locale: tag }).success).toBe(false)
})
