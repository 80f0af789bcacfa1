import { describe, expect, it } from 'vitest'
import { errorOf } from './check.ts'
import { field } from './fixtures.ts'
import { en } from './strings/en.ts'

const messageFor = (input: Parameters<typeof field>[0], value: string) => errorOf(field(input), value, en)

describe('the value of a field', () => {
  it('is required in a required field', () => {
    expect(messageFor({}, ' ')).toBe(en.requiredMissing)
    expect(messageFor({ required: false }, '')).toBeNull()
    expect(messageFor({ type: 'checkbox' }, 'false')).toBe(en.requiredMissing)
    expect(messageFor({ type: 'checkbox', required: false }, 'false')).toBeNull()
    expect(messageFor({ type: 'radio', options: ['a'] }, '')).toBe(en.requiredMissing)
  })

  it.each(['12', '-3', '1.5', '1,5', '+7', '.5'])('%j is a number', (value) =>
    expect(messageFor({ type: 'number' }, value)).toBeNull(),
  )
  it.each(['1e5', '0x10', '12a', '1.2.3', 'Infinity', '1 000'])('%j is not a number', (value) =>
    expect(messageFor({ type: 'number' }, value)).toBe(en.notNumber),
  )

  it('must be within its bounds', () => {
    const bounded = { type: 'number' as const, validation: { min: 2, max: 5 } }
    expect(messageFor(bounded, '1')).toBe('At least 2.')
    expect(messageFor(bounded, '6')).toBe('At most 5.')
    expect(messageFor(bounded, '5')).toBeNull()
    const limitedLength = { validation: { min_length: 2, max_length: 3 } }
    expect(messageFor(limitedLength, 'é')).toBe('At least 2 characters.')
    expect(messageFor(limitedLength, '👍👍👍👍')).toBe('At most 3 characters.')
    expect(messageFor(limitedLength, '👍👍👍')).toBeNull()
  })

  it('must match its type', () => {
    expect(messageFor({ type: 'email' }, 'ana@example')).toBe(en.notEmail)
    expect(messageFor({ type: 'email' }, 'ana@example.org')).toBeNull()
    expect(messageFor({ type: 'date' }, '2026-02-30')).toBe(en.notDate)
    expect(messageFor({ type: 'date', validation: { min_date: '2026-01-01' } }, '2026-02-28')).toBeNull()
  })

  it('must be the day of signing unless the sender set bounds or a value', () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    for (const offset of [-1, 0, 1]) expect(messageFor({ type: 'date' }, day(offset))).toBeNull()
    for (const other of ['2020-01-01', day(2), day(-2)])
      expect(messageFor({ type: 'date' }, other)).toBe(en.notToday)
    expect(messageFor({ type: 'date', value: '2020-01-01' }, '2020-01-01')).toBeNull()
    const bounded = { type: 'date' as const, validation: { min_date: '2020-01-01', max_date: '2020-12-31' } }
    expect(messageFor(bounded, '2020-06-01')).toBeNull()
    expect(messageFor(bounded, '2019-12-31')).toBe('Not before 2020-01-01.')
    expect(messageFor(bounded, '2021-01-01')).toBe('Not after 2020-12-31.')
  })

  it('is not checked if the signer cannot change it here', () => {
    expect(messageFor({ read_only: true }, '')).toBeNull()
    expect(messageFor({ type: 'signature' }, '')).toBeNull()
  })
})
