import { expect, it } from 'vitest'
import { cellErrors, exampleCsv } from '#components/bulk/list-model.ts'

const role = { order: 1, type: 'sequential', role: 'signer', otp: null, signature_level: 'simple' } as const
const textField = (label: string | null, change: object = {}) => ({
  label,
  type: 'text',
  read_only: false,
  auto: false,
  ...change,
})

it('the example has columns for each role and for the fields that can be preset', () => {
  const fields = [
    textField('Rent'),
    textField('Rent'),
    textField('Name, full'),
    textField(null),
    textField('Fixed', { read_only: true }),
    textField('Day', { auto: true }),
    textField('Here', { type: 'signature' }),
  ] as never
  expect(exampleCsv({ roles: [{ ...role, name: 'Tenant' }], fields })).toBe(
    'name,email,Rent,"Name, full"\r\n,,,\r\n',
  )
  const twoRoles = [
    { ...role, name: 'A' },
    { ...role, name: 'B' },
  ]
  expect(exampleCsv({ roles: twoRoles, fields: [] })).toBe('A.name,A.email,B.name,B.email\r\n,,,\r\n')
})

it('the errors of cells are in the order of the rows, without other errors', () => {
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
