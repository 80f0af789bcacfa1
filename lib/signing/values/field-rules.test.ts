import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emailPattern, normalizeValue, type RuledField, ruleViolation } from './field-rules.ts'

const now = new Date('2026-03-31T22:30:00Z')
const ruled = (type: RuledField['type'], rest: Partial<RuledField> = {}): RuledField => ({
  ...{ type, required: true, value: null, options: [], validation: {} },
  ...rest,
})
const errorFor = (field: RuledField, value: string) =>
  ruleViolation(field, normalizeValue(field.type, value), now)

describe('the rules of a field', () => {
  it.each([
    ['a missing value', ruled('text'), ' ', { code: 'required' }],
    ['an unticked box', ruled('checkbox'), 'off', { code: 'required' }],
    ['a box that is neither', ruled('checkbox'), 'maybe', { code: 'not_boolean' }],
    ['an unknown option', ruled('dropdown', { options: ['a'] }), 'b', { code: 'not_option' }],
    ['an address without a domain', ruled('email'), 'ana@example', { code: 'not_email' }],
    ['a day that there is not', ruled('date'), '2026-02-30', { code: 'not_date' }],
    ['a day in other digits', ruled('date'), '31.3.2026', { code: 'not_date' }],
    ['an exponent', ruled('number'), '1e5', { code: 'not_number' }],
    ['a small number', ruled('number', { validation: { min: 2 } }), '1,5', { code: 'too_small', limit: 2 }],
    ['a large number', ruled('number', { validation: { max: 2 } }), '2.5', { code: 'too_large', limit: 2 }],
    [
      'a long number',
      ruled('number', { validation: { max_length: 2 } }),
      '123',
      { code: 'too_long', limit: 2 },
    ],
    ['a short text', ruled('text', { validation: { min_length: 2 } }), '👍', { code: 'too_short', limit: 2 }],
    ['a text over the limit of all', ruled('text'), 'x'.repeat(2001), { code: 'too_long', limit: 2000 }],
    [
      'an early day',
      ruled('date', { validation: { min_date: '2026-04-02' } }),
      '2026-04-01',
      { code: 'too_early', limit: '2026-04-02' },
    ],
    [
      'a late day',
      ruled('date', { validation: { max_date: '2026-03-02' } }),
      '2026-04-01',
      { code: 'too_late', limit: '2026-03-02' },
    ],
    ['another day than today', ruled('date'), '2026-04-02', { code: 'not_today', limit: '2026-03-31' }],
  ])('refuse %s', (_, field, value, expected) => {
    expect(errorFor(field, value)).toEqual(expected)
  })

  it.each([
    ['an empty value that is not required', ruled('text', { required: false }), ''],
    ['tomorrow, as some time zones have it', ruled('date'), '2026-04-01'],
    ['a day that the sender wrote', ruled('date', { value: '2020-01-01' }), '2020-01-01'],
    ['a number with a comma', ruled('number'), '-1,5'],
    ['an option', ruled('radio', { options: ['a', 'b'] }), ' b '],
  ])('accept %s', (_, field, value) => {
    expect(errorFor(field, value)).toBeNull()
  })

  it('know the same email addresses as the schemas of the API', () => {
    const near = fc.stringMatching(/^[a-zA-Z0-9_'+.@-]{1,20}$/)
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), near), (text) => {
        expect(emailPattern.test(text)).toBe(z.email().safeParse(text).success)
      }),
    )
  })
})
