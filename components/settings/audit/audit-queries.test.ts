import { expect, it } from 'vitest'
import { auditListRules, toFilter } from '#components/settings/audit/audit-queries.ts'
import { parseListState } from '#components/shell/list/list-state.ts'

it.each([
  ['UTC', '2026-11-30', '2026-11-30T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['America/New_York', '2026-11-30', '2026-11-30T05:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-30', '2026-11-29T18:30:00.000Z', '2026-11-30T18:30:00.000Z'],
  // Days of 23 and 25 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Asia/Jerusalem', '2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T22:00:00.000Z'],
  ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T14:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T11:00:00.000Z'],
  // Here the clocks change at midnight.
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z', '2026-04-06T04:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  // While a year is typed, and before the time zones.
  ['America/New_York', '0202-11-30', '0202-11-30T04:56:02.000Z', '0202-12-01T04:56:02.000Z'],
])('filters by the days of %s: %s', (timeZone, day, date_from, date_to) => {
  expect(toFilter({ type: 'user.*', date_from: day, date_to: day }, timeZone)).toEqual({
    type: 'user.*',
    date_from,
    date_to,
  })
})

it('leaves out filters that are not set', () => {
  expect(toFilter({ actor: 'ada@example.com', date_to: '2026-11-30' }, 'UTC')).toEqual({
    actor: 'ada@example.com',
    date_to: '2026-12-01T00:00:00.000Z',
  })
})

it.each([
  ['actor', ['ada@example.com', ' Ada@Müller.de ', 'api_key:4', 'system'], ['Greta', 'greta@', 'process:4']],
  ['record', ['process:12', ' vault_document:9 '], ['Vorgang 281', 'process', '281']],
])('filters by what the API takes as the %s', (name, accepted, refused) => {
  for (const value of accepted)
    expect(parseListState(auditListRules, { [name]: value })).toEqual({ [name]: value })
  for (const value of refused) expect(parseListState(auditListRules, { [name]: value })).toEqual({})
})
