import { describe, expect, it } from 'vitest'
import { applyLogic } from './field-logic.ts'
import { findRuleViolation, normalizeValue, type RuledField, toStoredPreset } from './field-rules.ts'

const now = new Date('2026-03-31T22:30:00Z')
const ruledField = (type: RuledField['type'], properties: Partial<RuledField> = {}): RuledField => ({
  ...{ type, required: true, value: null, options: [], validation: {} },
  ...properties,
})
const errorFor = (field: RuledField, value: string) =>
  findRuleViolation(field, normalizeValue(field.type, value), now)

describe('findRuleViolation', () => {
  it.each([
    ['a missing value', ruledField('text'), ' ', { code: 'required' }],
    ['an unticked required checkbox', ruledField('checkbox'), 'off', { code: 'required' }],
    ['a checkbox value that is not a boolean', ruledField('checkbox'), 'maybe', { code: 'not_boolean' }],
    ['an unknown option', ruledField('dropdown', { options: ['a'] }), 'b', { code: 'not_option' }],
    ['an address without a domain', ruledField('email'), 'ana@example', { code: 'not_email' }],
    ['a day that does not exist', ruledField('date'), '2026-02-30', { code: 'not_date' }],
    ['a day in another format', ruledField('date'), '31.3.2026', { code: 'not_date' }],
    ['an exponent', ruledField('number'), '1e5', { code: 'not_number' }],
    ['a grouped number', ruledField('number'), '1.250.000', { code: 'not_number' }],
    [
      'a small number',
      ruledField('number', { validation: { min: 2 } }),
      '1.5',
      { code: 'too_small', limit: 2 },
    ],
    [
      'a large number',
      ruledField('number', { validation: { max: 2 } }),
      '2.5',
      { code: 'too_large', limit: 2 },
    ],
    [
      'a long number',
      ruledField('number', { validation: { max_length: 2 } }),
      '123',
      { code: 'too_long', limit: 2 },
    ],
    [
      'a short text',
      ruledField('text', { validation: { min_length: 2 } }),
      '👍',
      { code: 'too_short', limit: 2 },
    ],
    [
      'a text over the general limit',
      ruledField('text'),
      'x'.repeat(2001),
      { code: 'too_long', limit: 2000 },
    ],
    [
      'an early day',
      ruledField('date', { validation: { min_date: '2026-04-02' } }),
      '2026-04-01',
      { code: 'too_early', limit: '2026-04-02' },
    ],
    [
      'a late day',
      ruledField('date', { validation: { max_date: '2026-03-02' } }),
      '2026-04-01',
      { code: 'too_late', limit: '2026-03-02' },
    ],
    ['another day than today', ruledField('date'), '2026-04-02', { code: 'not_today', limit: '2026-03-31' }],
  ])('refuses %s', (_, field, value, expected) => {
    expect(errorFor(field, value)).toEqual(expected)
  })

  it.each([
    ['an empty value that is not required', ruledField('text', { required: false }), ''],
    ['tomorrow in UTC, which is today in some time zones', ruledField('date'), '2026-04-01'],
    ['a day that the sender preset', ruledField('date', { value: '2020-01-01' }), '2020-01-01'],
    ['an option', ruledField('radio', { options: ['a', 'b'] }), ' b '],
  ])('accepts %s', (_, field, value) => {
    expect(errorFor(field, value)).toBeNull()
  })
})

it('a value has line feeds, whatever line breaks it was entered with', () => {
  expect(normalizeValue('text', ' a\rb\r\nc\nd ')).toBe('a\nb\nc\nd')
})

describe('letters that are composed in one text and not in another', () => {
  const [composed, apart] = ['Hà Nội', 'Hà Nội'].map((text, index) =>
    text.normalize(index === 0 ? 'NFC' : 'NFD'),
  )

  it('count as one character each in a value, which stays as it is', () => {
    const six = ruledField('text', { validation: { max_length: 6, min_length: 6 } })
    for (const text of [composed!, apart!]) {
      expect(normalizeValue('text', text)).toBe(text)
      expect(errorFor(six, text)).toBeNull()
    }
  })

  it('are those of the option in a preset value', () => {
    for (const options of [[composed!], [apart!]])
      for (const value of [composed!, apart!])
        expect(toStoredPreset({ type: 'dropdown', options, value })).toBe(options[0])
    for (const value of [composed!, apart!])
      expect(toStoredPreset({ type: 'radio', options: [apart!, composed!], value })).toBe(value)
  })

  it.each(['text', 'dropdown'] as const)('are the same in a condition on a %s', (type) => {
    const field = { condition: null, formula: null, options: [] }
    for (const [equals, value] of [
      [composed!, apart!],
      [apart!, composed!],
    ]) {
      const fields = [
        { ...field, id: 1, type, label: 'Place' },
        { ...field, id: 2, type: 'text' as const, label: null, condition: { field: 'Place', equals } },
      ]
      expect(applyLogic(fields, 'vi', () => value!).hidden).toEqual(new Set())
    }
  })
})

it.each([
  ['𠮷野', null],
  ['e\u0302\u0301\u0323x', null],
  ['👨‍👩‍👧x', null],
  ['𠮷野屋', { code: 'too_long', limit: 2 }],
  ['x', { code: 'too_short', limit: 2 }],
  [`x${'\u0338'.repeat(1999)}y`, { code: 'too_long', limit: 2000 }],
])('%j in two cells is checked by the characters that are drawn', (value, violation) => {
  const cells = ruledField('text', { validation: { min_length: 2, max_length: 2 }, layout: { comb: true } })
  expect(errorFor(cells, value)).toEqual(violation)
})
