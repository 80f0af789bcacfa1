import { expect, test } from 'vitest'
import { formatByScript } from './value-format.ts'

test.each([
  ['AFNumber_Format(2, 0, 0, 0, "$", true);', '12345.5', '$12,345.50'],
  ['AFNumber_Format(2, 0, 0, 0, "$", true);', '-12345.5', '-$12,345.50'],
  ['AFNumber_Format(2, 0, 2, 0, "$", true);', '-5', '($5.00)'],
  ['AFNumber_Format(0, 1, 0, 0, "", false);', '1234567.4', '1234567'],
  ['AFNumber_Format(2, 2, 0, 0, " \\u20ac", false)', '1.250,5', '1.250,50 €'],
  ['AFNumber_Format(1, 3, 0, 0, "", true)', '1250', '1250,0'],
  ['AFNumber_Format(0, 4, 0, 0, "CHF ", true)', '1250', "CHF 1'250"],
  ['AFPercent_Format(2, 0);', '0.19', '19.00%'],
  ['AFPercent_Format(0, 2)', '-12.5', '-1.250%'],
  ['AFSpecial_Format(0);', '01234', '01234'],
  ['AFSpecial_Format(1);', '012345678', '01234-5678'],
  ['AFSpecial_Format(2);', '2125550123', '(212) 555-0123'],
  ['AFSpecial_Format(2);', '5550123', '555-0123'],
  ['AFSpecial_Format(3);', '123-45-6789', '123-45-6789'],
  ['AFSpecial_Format(2);', '212.555.0123', '(212) 555-0123'],
  ['AFNumber_Format(0, 1, 0, 0, "", true)', '999999999999999', '999999999999999'],
  ['AFNumber_Format(2, 1, 0, 0, "", true)', '9999999999999.99', '9999999999999.99'],
])('%s shows %s as %s', (F, value, shown) => {
  expect(formatByScript({ F }, value)).toBe(shown)
})

test.each([
  ['AFNumber_Format(2, 0, 0, 0, "$", true);', 'on request'],
  ['AFNumber_Format(2, 0, 0, 0, "$", true);', '9'.repeat(22)],
  // A number in floating point has no more digits that are certain.
  ['AFNumber_Format(0, 1, 0, 0, "", true)', '12345678901234567890'],
  ['AFNumber_Format(20, 1, 0, 0, "", true)', '0.1'],
  // A negative number is red, without a sign.
  ['AFNumber_Format(2, 0, 1, 0, "$", true);', '-5'],
  ['AFNumber_Format(2, 0, 0, 0, "$", true); event.value += "!"', '5'],
  ['AFPercent_Format(2, 0, true)', '0.19'],
  ['AFSpecial_Format(3);', '12345'],
  ['AFSpecial_Format(3);', '123-45-678X'],
  ['AFSpecial_Format(0);', '-1234.5'],
  ['AFSpecial_Format(0);', '-12345'],
  ['AFSpecial_Format(1);', '12.3456789'],
  ['AFDate_FormatEx("dd.mm.yyyy");', '2026-03-01'],
  ['event.value = event.value.toUpperCase()', 'Ada'],
])('%s with the value %s is not understood', (F, value) => {
  expect(formatByScript({ F }, value)).toBeNull()
})
