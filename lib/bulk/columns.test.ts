import { describe, expect, it } from 'vitest'
import { englishMessage } from '#lib/messages/english'
import type { ErrorText } from '#lib/messages/errors'
import { hasPersonColumn, nameColumns } from './columns.ts'

const role = { order: 1, type: 'sequential', role: 'signer' } as const
const template = (roleNames: string[], labels: string[]) =>
  ({
    roles: roleNames.map((name) => ({ ...role, name })),
    fields: labels.map((label) => ({ label })),
  }) as unknown as Parameters<typeof nameColumns>[1]
const namesFor = (columns: string[], roles = ['Client'], labels = ['Rent']) => {
  const rows = nameColumns(
    [Object.fromEntries(columns.map((column) => [column, 'x']))],
    template(roles, labels),
  )
  return Array.isArray(rows) ? Object.keys(rows[0]!) : rows
}

describe('nameColumns', () => {
  it('finds columns regardless of case, with or without the only role', () => {
    expect(namesFor(['NAME', 'client.E-Mail', 'RENT', 'External_ID'])).toEqual([
      'name',
      'client.E-Mail',
      'Rent',
      'external_id',
    ])
    expect(namesFor(['CLIENT.NAME', 'Client.email'])).toEqual(['name', 'email'])
    expect(namesFor(['boss.NAME', 'Client.Email', 'name'], ['Boss', 'Client'])).toEqual([
      'Boss.name',
      'Client.email',
      'name',
    ])
  })

  it('finds columns with a mark of direction, and with ß in capitals', () => {
    expect(namesFor(['\u200fالمستأجر.email'], ['المستأجر', 'Boss'])).toEqual(['المستأجر.email'])
    expect(namesFor(['STRASSE'], ['Client'], ['Straße'])).toEqual(['Straße'])
  })

  it('prefers the exact name of two labels that differ in case', () => {
    expect(namesFor(['rent', 'Rent', 'RENT'], ['Client'], ['rent', 'Rent'])).toEqual(['rent', 'Rent', 'RENT'])
  })

  it.each([
    [['name', 'Name'], 'Two columns have the name name.'],
    [['Client.name', 'name'], 'Two columns have the name name.'],
    [['RENT', 'Rent'], 'Two columns have the name Rent.'],
    [['__proto__'], 'No column can have the name __proto__.'],
    [['constructor'], 'No column can have the name constructor.'],
    [['toString'], 'No column can have the name toString.'],
    [['M\ufffdller'], 'The name of the column M\ufffdller has characters that cannot be read.'],
  ])('refuses the columns %j', (columns, message) => {
    expect(englishMessage(namesFor(columns) as ErrorText)).toBe(message)
  })
})

it.each<[string[], string[], boolean]>([
  [['EMAIL', 'x'], ['Client'], true],
  [['client.name'], ['Client'], true],
  [['name'], ['Client', 'Boss'], false],
  [['boss.Email'], ['Client', 'Boss'], true],
  [['name;email', 'Rent', 'phone'], ['Client'], false],
  [['email', 'constructor'], ['Client'], false],
])('hasPersonColumn(%j) for the roles %j is %s', (columns, roles, expected) => {
  expect(hasPersonColumn(columns, template(roles, ['Rent']))).toBe(expected)
})
