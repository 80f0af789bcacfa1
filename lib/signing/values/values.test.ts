import { describe, expect, it } from 'vitest'
import { englishMessages } from '#lib/core/errors'
import { formatDayIn } from '#lib/core/text/format-day'
import type { PatternMatcher } from '#lib/processes/fields/patterns'
import { fillFields } from './values.ts'

const signer = {
  id: 7,
  name: 'Zoë Weiß',
  email: 'zoe@example.com',
  today: '2026-03-31',
  documentLocale: 'de',
}
const signingTime = new Date('2026-03-31T22:30:00Z')
type Field = Parameters<typeof fillFields>[0][number]

function field(type: Field['type'], properties: Partial<Field> = {}): Field {
  const defaults = {
    required: true,
    value: null,
    options: [],
    readOnly: false,
    auto: false,
    validation: {},
    label: null,
    condition: null,
    formula: null,
  }
  return { id: 1, signerId: signer.id, type, ...defaults, ...properties }
}

const matches: PatternMatcher = (pattern, text) =>
  pattern === '(' ? null : new RegExp(`^(?:${pattern})$`, 'u').test(text)

function fillAll(fields: Field[], input: Parameters<typeof fillFields>[1]) {
  return fillFields(fields, input, [signer], signingTime, matches)
}

/** The final value of one field, or its error. */
function fill(testedField: Field, value?: string | boolean | number | null) {
  const input = value === undefined ? [] : [{ field_id: testedField.id, value }]
  const { filled, errors } = fillAll([testedField], input)
  return Object.values(englishMessages(errors))[0]?.[0] ?? filled.get(testedField.id)
}

describe('fillFields', () => {
  it.each<[string, Field, string | boolean | number, string]>([
    ['text', field('text'), ' two\r\nlines ', 'two\nlines'],
    ['text in any script', field('text'), 'Привет 你好', 'Привет 你好'],
    ['a company', field('company'), 'Acme', 'Acme'],
    ['a number', field('number'), 12.5, '12.5'],
    ['a number in the form of the language', field('number'), '-1.250,50', '-1250.50'],
    ['a number as JSON', field('number'), 1.25, '1.25'],
    ['a small number as JSON', field('number'), 1e-7, '0.0000001'],
    ['a grouped number', field('number'), '1.250', '1250'],
    ['a date in the form of the language', field('date'), '31.3.2026', '2026-03-31'],
    ['a number at its limits', field('number', { validation: { min: 1, max: 1 } }), '1', '1'],
    [
      'a date within bounds',
      field('date', { validation: { min_date: '1900-01-01' } }),
      '2024-02-29',
      '2024-02-29',
    ],
    ['the day before', field('date'), '2026-03-30', '2026-03-30'],
    ['the day after', field('date'), '2026-04-01', '2026-04-01'],
    ['the date that the sender preset', field('date', { value: '2020-01-01' }), '2020-01-01', '2020-01-01'],
    ['an email address', field('email'), 'a@b.example', 'a@b.example'],
    ['a tick', field('checkbox'), true, 'true'],
    ['a tick as the word on', field('checkbox'), 'on', 'true'],
    ['no tick', field('checkbox', { required: false }), false, 'false'],
    ['a choice', field('radio', { options: ['a', 'b'] }), 'b', 'b'],
    ['a selection', field('dropdown', { options: ['a', 'b'] }), 'a', 'a'],
    ...(['radio', 'dropdown'] as const).flatMap((type) =>
      [
        ['Hu\u1EBF', 'Hue\u0302\u0301'],
        ['Hue\u0302\u0301', 'Hu\u1EBF'],
      ].map(([option, value]): [string, Field, string, string] => [
        `an option of a ${type}, whose letters may be composed`,
        field(type, { options: [option!] }),
        value!,
        option!,
      ]),
    ),
    ['a text that matches the pattern', field('text', { validation: { pattern: '\\d{3}' } }), '123', '123'],
    ['any text if the pattern is not RE2 syntax', field('text', { validation: { pattern: '(' } }), 'x', 'x'],
  ])('accepts %s', (_what, testedField, value, expected) => {
    expect(fill(testedField, value)).toBe(expected)
  })

  it.each<[string, Field, string | boolean | number]>([
    ['letters in a number', field('number'), '12a'],
    ['infinity in a number', field('number'), 'Infinity'],
    ['a number in the form of another language', field('number'), '1,250.5'],
    ['groups of the wrong size', field('number'), '12.50'],
    ['a group that may be decimals', field('number'), '0.250'],
    ['a number that JSON has rounded', field('number'), 2 ** 53],
    ['true as a number', field('number'), true],
    ['a date in the form of another language', field('date'), '3/31/2026'],
    ['a year of two digits', field('date'), '31.03.26'],
    ['hexadecimal in a number', field('number'), '0x10'],
    ['too small a number', field('number', { validation: { min: 5 } }), '4,99'],
    ['too large a number', field('number', { validation: { max: 5 } }), '5,01'],
    ['a day that does not exist', field('date'), '2026-02-29'],
    ['a past day', field('date'), '2020-01-01'],
    ['a day after tomorrow', field('date'), '2026-04-02'],
    ['a day before the bounds', field('date', { validation: { min_date: '2026-01-01' } }), '2025-12-31'],
    ['a day after the bounds', field('date', { validation: { max_date: '2026-01-01' } }), '2026-01-02'],
    ['another day than the sender preset', field('date', { value: '2020-01-01' }), '2020-01-02'],
    ['an incomplete email address', field('email'), 'zoe@'],
    ['a checkbox value that is not a boolean', field('checkbox'), 'perhaps'],
    ['a choice that is not offered', field('radio', { options: ['a', 'b'] }), 'c'],
    ['a selection that is not offered', field('dropdown', { options: ['a'] }), 'A'],
    ['too short a text', field('text', { validation: { min_length: 3 } }), '🖋🖋'],
    ['too long a text', field('text', { validation: { max_length: 3 } }), 'four'],
    ['a text over the general limit', field('text'), 'x'.repeat(2001)],
    ['a company on two lines', field('company'), 'Acme\nLtd'],
    ['a text that does not match the pattern', field('text', { validation: { pattern: '\\d{3}' } }), '12'],
  ])('refuses %s', (_what, testedField, value) => {
    expect(fill(testedField, value)).toMatch(/^(Must|Does)/)
  })

  it('refuses a value whose pattern was not checked', () => {
    const input = [{ field_id: 1, value: 'b' }]
    const withPattern = field('text', { validation: { pattern: 'b' } })
    expect(fillFields([withPattern], input, [signer], signingTime, () => undefined).errors).toHaveProperty([
      'values.0.value',
    ])
  })
})

describe('a required field', () => {
  it.each<Field['type']>(['text', 'number', 'company', 'radio', 'dropdown', 'checkbox'])(
    'of type %s must be filled',
    (type) => {
      const required = field(type, { options: ['a'] })
      expect(fill(required)).toBe('This field is required.')
      expect(fill(required, '  ')).toBe('This field is required.')
      expect(fill(required, '\u2800\u3164\u200B')).toBe('This field is required.')
      expect(fill(required, null)).toBe('This field is required.')
      expect(fill({ ...required, required: false })).toBe(type === 'checkbox' ? 'false' : '')
    },
  )

  it('that is a checkbox must be ticked', () => {
    expect(fill(field('checkbox'), false)).toBe('This field is required.')
  })

  it('is filled with the signer’s data', () => {
    expect(fill(field('name'))).toBe('Zoë Weiß')
    expect(fill(field('email'))).toBe('zoe@example.com')
    expect(fill(field('date'))).toBe('2026-03-31')
  })

  it('that is a date which the signer chooses is not filled with the day of signing', () => {
    for (const validation of [{ min_date: '1900-01-01' }, { max_date: '2030-12-31' }]) {
      const chosen = field('date', { validation })
      expect(fill(chosen)).toBe('This field is required.')
      expect(fill({ ...chosen, required: false })).toBe('')
      expect(fill({ ...chosen, value: '2026-12-01' })).toBe('2026-12-01')
    }
  })

  it('is not filled with the signer’s data where the sender’s rule refuses it', () => {
    expect(fill(field('name', { required: false, validation: { max_length: 3 } }))).toBe('')
    expect(fill(field('email', { required: false, validation: { pattern: '.*@example.org' } }))).toBe('')
  })

  it('keeps the preset value, unless the signer empties it', () => {
    const preset = field('text', { value: 'as agreed' })
    expect(fill(preset)).toBe('as agreed')
    expect(fill(preset, 'otherwise')).toBe('otherwise')
    expect(fill(preset, '')).toBe('This field is required.')
  })
})

describe('fields', () => {
  const getErrors = (fields: Field[], input: Parameters<typeof fillFields>[1]) =>
    fillAll(fields, input).errors

  it('of another signer, or unknown, are refused', () => {
    expect(getErrors([field('text')], [{ field_id: 2, value: 'x' }])).toHaveProperty(['values.0.field_id'])
  })

  it('that are read-only keep the sender’s value', () => {
    const readOnly = field('text', { readOnly: true, value: 'fixed', validation: { max_length: 2 } })
    expect(fill(readOnly)).toBe('fixed')
    expect(getErrors([readOnly], [{ field_id: 1, value: 'x' }])).toHaveProperty(['values.0.field_id'])
  })

  it('that are read-only and empty stay so', () => {
    expect(fill(field('date', { readOnly: true }))).toBe('')
  })

  it('that are sent twice are refused', () => {
    const twice = [
      { field_id: 1, value: 'a' },
      { field_id: 1, value: 'b' },
    ]
    expect(getErrors([field('text')], twice)).toHaveProperty(['values.1.field_id'])
  })

  it('for signatures and initials accept no values', () => {
    const signatures = [field('signature', { id: 1 }), field('initials', { id: 2 })]
    expect(Object.keys(getErrors(signatures, [{ field_id: 1, value: 'x' }]))).toEqual(['values.0.field_id'])
    expect(Object.keys(getErrors(signatures, [{ field_id: 2, value: 'x' }]))).toEqual(['values.0.field_id'])
    expect([...fillAll(signatures, []).filled.keys()]).toEqual([])
  })

  it('with errors are all reported at once', () => {
    const fields = [field('text', { id: 1 }), field('number', { id: 2 }), field('email', { id: 3 })]
    const errors = getErrors(fields, [
      { field_id: 2, value: 'many' },
      { field_id: 3, value: 'nowhere' },
    ])
    expect(Object.keys(errors).sort()).toEqual(['fields.0', 'values.0.value', 'values.1.value'])
  })
})

describe('an automatic date', () => {
  const automatic = field('date', { auto: true })

  it('is the day in the signer’s time zone', () => {
    expect(formatDayIn('UTC', signingTime)).toBe('2026-03-31')
    expect(formatDayIn('Europe/Berlin', signingTime)).toBe('2026-04-01')
    expect(formatDayIn('America/Los_Angeles', signingTime)).toBe('2026-03-31')
    const { filled } = fillFields([automatic], [], [{ ...signer, today: '2026-04-01' }], signingTime, matches)
    expect(filled.get(1)).toBe('2026-04-01')
  })

  it('cannot be entered by the signer', () => {
    const { errors } = fillAll([automatic], [{ field_id: 1, value: '2026-03-31' }])
    expect(englishMessages(errors)).toEqual({
      'values.0.field_id': ['This field is filled in automatically.'],
    })
  })
})
