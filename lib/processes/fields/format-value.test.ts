import { expect, test } from 'vitest'
import { formatFieldValue, formatValue } from './format-value.ts'

test.each([
  ['date', '2020-01-01', 'de', '01.01.2020'],
  ['date', '2026-11-23', 'en', 'Nov 23, 2026'],
  ['date', '2026-11-23', 'en-GB', '23 Nov 2026'],
  ['date', '2026-11-23', 'fr', '23 nov. 2026'],
  ['date', '2026-11-23', 'es', '23 nov 2026'],
  ['date', 'next week', 'de', 'next week'],
  ['date', '2026-13-40', 'de', '2026-13-40'],
  ['date', '', 'de', ''],
  ['number', '1234567.5', 'de', '1.234.567,5'],
  ['number', '-12345', 'es', '-12.345'],
  ['number', '2026', 'en', '2026'],
  ['number', '00451', 'de', '00451'],
  ['number', '00451', 'ar-EG', '٠٠٤٥١'],
  ['number', '1250.5', 'my', '1250.5'],
  ['date', '2026-11-23', 'th-u-nu-thai', '๒๓ พ.ย. ๒๐๒๖'],
  ['number', '12345678901234567890.123', 'en', '12,345,678,901,234,567,890.123'],
  ['number', `0.${'1'.repeat(25)}`, 'de', `0.${'1'.repeat(25)}`],
  ['number', '', 'de', ''],
  ['text', '1234567.5', 'de', '1234567.5'],
  ['checkbox', 'true', 'de', 'true'],
] as const)('a %s of %s in %s is %s', (type, value, locale, text) => {
  expect(formatValue(type, value, locale)).toBe(text)
})

test('an unknown or invalid language tag gets English formats, whatever the language of the machine is', () => {
  expect(formatValue('number', '12345.5', 'qaa')).toBe('12,345.5')
  expect(formatValue('date', '2026-11-23', 'en-12')).toBe('Nov 23, 2026')
  expect(formatValue('number', '12345.5', 'de-x1-')).toBe('12,345.5')
})

test('a number with cells has no marks of direction', () => {
  expect(formatFieldValue({ type: 'number', layout: { comb: true } }, '-123', 'he')).toBe('-123')
})

test.each([
  ['number', true, '1234567.5', '1234567,5'],
  ['number', undefined, '1234567.5', '1.234.567,5'],
  ['text', true, '1234567.5', '1234567.5'],
] as const)('a %s with cells: %s, of %s is %s', (type, comb, value, text) => {
  expect(formatFieldValue({ type, layout: { comb } }, value, 'de')).toBe(text)
})
