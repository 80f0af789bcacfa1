import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FieldInput, presetValue } from './input.ts'

test.each([
  [12.5, '12.5'],
  [1e-7, '0.0000001'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [1234567890123.45, '1234567890123.45'],
  [19.99 * 1.19, '23.788099999999996'],
  [4567890.12 + 0.19, '4567890.3100000005'],
  [1234567.89 * 1.19, '1469135.7890999997'],
  [true, 'true'],
  ['12345678901234567890', '12345678901234567890'],
])('the preset value %j is %s', (value, text) => {
  expect(presetValue.parse(value)).toBe(text)
})

const roundedNumbers = ['9007199254740993', '12345678901234567890', '-1e21', '12345678901234.567', '1e400']
test.each(roundedNumbers)('%s is refused as a number', (json) => {
  expect(presetValue.safeParse(JSON.parse(json)).success).toBe(false)
})

test('a price that a program has calculated is never refused', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 14 }),
      fc.constantFrom(0.07, 0.19, 1.19, 1.077, 1 / 3),
      (cents, factor) => {
        const price = cents / 100
        for (const result of [price * factor, price + factor])
          expect(presetValue.parse(result)).toBe(String(result))
      },
    ),
  ))

test('a number of at most 15 digits is never refused', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 15 - 1 }),
      fc.integer({ min: 0, max: 20 }),
      (digits, places) => {
        expect(presetValue.safeParse(Number(`${digits}e-${places}`)).success).toBe(true)
      },
    ),
  ))

test.each([{ equals: ' Yes\r\nof course ' }, { not_equals: ' Yes\r\nof course ' }])(
  'a condition compares with a text that is normalized like values: %o',
  (comparison) => {
    const place = { document_id: 1, signer_id: 1, type: 'text', page: 1, x: 0, y: 0, width: 9, height: 9 }
    const { condition } = FieldInput.parse({ ...place, condition: { field: 'Married', ...comparison } })
    expect(condition?.equals ?? condition?.not_equals).toBe('Yes\nof course')
  },
)
