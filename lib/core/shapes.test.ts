import { expect, it } from 'vitest'
import { Day, InstantInput, isStorableTime } from './shapes.ts'

it.each([
  ['2026-02-28', true],
  ['9998-12-31', true],
  ['9999-12-31', false],
  ['0000-01-01', false],
  ['0001-01-01', false],
  ['2026-02-30', false],
  ['yesterday', false],
])('a day in a request: %s', (text, isValid) => {
  const { success, error } = Day.safeParse(text)
  expect([success, error?.issues.length ?? 0]).toEqual([isValid, isValid ? 0 : 1])
})

it('the database has an instant of a year with four digits', () => {
  expect(['0001-01-01T00:00:00+14:00', 999_999_999_999_999, Number.NaN].map(isStorableTime)).toEqual([
    false,
    false,
    false,
  ])
  expect(isStorableTime('2026-11-21T09:30:00+01:00')).toBe(true)
})

it.each([
  ['2026-11-21T09:30:00+01:00', true],
  ['9999-12-31T23:59:59Z', true],
  ['9999-12-31T23:59:59-05:00', false],
  ['0000-01-01T00:30:00+01:00', false],
  ['0000-06-01T00:00:00Z', false],
  ['9999-02-30T00:00:00Z', false],
  ['never', false],
])('an instant in a request: %s', (text, isValid) => {
  const { success, error } = InstantInput.safeParse(text)
  expect([success, error?.issues.length ?? 0]).toEqual([isValid, isValid ? 0 : 1])
})
