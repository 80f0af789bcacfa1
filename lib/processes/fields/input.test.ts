import { expect, test } from 'vitest'
import { FieldInput, presetValue } from './input.ts'

test.each([
  [12.5, '12.5'],
  [1e-7, '0.0000001'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [true, 'true'],
  ['12345678901234567890', '12345678901234567890'],
])('the preset value %j is %s', (value, text) => {
  expect(presetValue.parse(value)).toBe(text)
})

test.each(['9007199254740993', '12345678901234567890', '-1e21'])('%s is refused as a number', (json) => {
  expect(presetValue.safeParse(JSON.parse(json)).success).toBe(false)
})

test.each([{ equals: ' Yes\r\nof course ' }, { not_equals: ' Yes\r\nof course ' }])(
  'a condition compares with a text that is normalized like values: %o',
  (comparison) => {
    const place = { document_id: 1, signer_id: 1, type: 'text', page: 1, x: 0, y: 0, width: 9, height: 9 }
    const { condition } = FieldInput.parse({ ...place, condition: { field: 'Married', ...comparison } })
    expect(condition?.equals ?? condition?.not_equals).toBe('Yes\nof course')
  },
)
