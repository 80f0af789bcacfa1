import { expect, it } from 'vitest'
import { cellErrors, exampleCsv } from './list-model.ts'

const role = { order: 1, type: 'sequential', role: 'signer' } as const
const field = (label: string | null, more: object = {}) => ({
  label,
  type: 'text',
  read_only: false,
  auto: false,
  ...more,
})

it('an example has the columns of the roles and of the fields that can be preset', () => {
  const fields = [
    field('Rent'),
    field('Rent'),
    field('Name, full'),
    field(null),
    field('Fixed', { read_only: true }),
    field('Day', { auto: true }),
    field('Here', { type: 'signature' }),
  ] as never
  expect(exampleCsv({ roles: [{ ...role, name: 'Tenant' }], fields })).toBe(
    'name,email,Rent,"Name, full"\r\n,,,\r\n',
  )
  const two = [
    { ...role, name: 'A' },
    { ...role, name: 'B' },
  ]
  expect(exampleCsv({ roles: two, fields: [] })).toBe('A.name,A.email,B.name,B.email\r\n,,,\r\n')
})

it('errors of cells are in the order of the rows', () => {
  expect(
    cellErrors({
      'rows.10.email': ['Bad.'],
      'rows.2.Client.name': ['Missing.', 'Too short.'],
      csv: ['x'],
      'rows.x': ['y'],
    }),
  ).toEqual([
    { key: 'rows.2.Client.name', row: 3, column: 'Client.name', message: 'Missing. Too short.' },
    { key: 'rows.10.email', row: 11, column: 'email', message: 'Bad.' },
  ])
})
