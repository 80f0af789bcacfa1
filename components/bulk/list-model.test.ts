import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellErrors, exampleCsv, keepableCsv } from '#components/bulk/list-model.ts'
import { columnKind, nameColumns } from '#lib/bulk/columns'
import { type CsvRows, parseCsv } from '#lib/bulk/csv'
import { checkRows, readLocalRows } from '#lib/bulk/rows'
import { type FieldType, fieldTypes } from '#lib/pdf/zones'
import { checkedBefore } from '#lib/processes/fields/presets'

const role = { order: 1, type: 'sequential', role: 'signer', otp: null, signature_level: 'simple' } as const
const textField = (label: string | null, change: object = {}) => ({
  label,
  type: 'text',
  read_only: false,
  auto: false,
  formula: null,
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
    textField('Passport', { type: 'attachment' }),
    textField('Total', { type: 'number', formula: '{{Rent}} * 12' }),
    textField('email', { type: 'email' }),
    textField('Tenant.phone'),
    textField('external_id'),
    textField('constructor'),
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

it('the browser keeps no list with access codes', () => {
  const roles = [{ ...role, name: 'Tenant' }]
  const csv = 'name,email\r\nAda,ada@example.com'
  expect(keepableCsv(csv, { roles })).toBe(csv)
  expect(keepableCsv('name;Tenant.Access_Code\r\nAda;Blue Heron', { roles })).toBe('')
  expect(keepableCsv(csv, { roles: [{ ...role, name: 'Tenant', otp: 'access_code' }] })).toBe('')
})

const cells: Partial<Record<FieldType, string>> = {
  ...{ text: 'x', name: 'x', company: 'x', number: '12', date: '2026-12-01', email: 'ada@example.org' },
  ...{ checkbox: 'TRUE', radio: 'a', dropdown: 'b' },
}
const fields = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom(...fieldTypes),
    label: fc.option(
      fc.oneof(
        fc.constantFrom('name', 'Email', 'phone', 'external_id', 'A.name', 'A.access_code', 'B.message'),
        fc.constantFrom('__proto__', 'constructor', 'Rent', 'rent', 'Rent; net', 'a, b', 'say "a"', 'a\tb'),
      ),
    ),
    read_only: fc.boolean(),
    auto: fc.boolean(),
    isCalculated: fc.boolean(),
  }),
  // Fields of one label have one value: those of one type.
  { selector: ({ label, type }) => (['signature', 'attachment'].includes(type) ? Symbol() : label) },
)
const roleNames = fc.constantFrom<string[]>(['A'], ['A', 'B'], ['a', 'A'], ['name'])

it('the example is a valid list once it is filled in', () => {
  fc.assert(
    fc.property(fields, roleNames, (drawn, names) => {
      const all = drawn.map(({ isCalculated, auto, ...field }) => ({
        ...field,
        auto: auto && field.type === 'date',
        formula: isCalculated && field.type === 'number' ? '1 + 1' : null,
        options: ['a', 'b'],
        ...{ required: true, editable: false, validation: {}, value: null, imported: false },
        ...{ width: 100, height: 20, layout: {}, readOnly: field.read_only },
      }))
      const roles = names.map((name) => ({ ...role, name }))
      const template = { roles, fields: all } as never
      const [header] = exampleCsv(template).split('\r\n')
      const { rows } = parseCsv(`${header}\r\n${header}`) as CsvRows
      const filled = Object.keys(rows[0]!).map((column) => {
        const field = all.find(({ label }) => label === column)
        if (columnKind(column, names).kind === 'value') return [column, cells[field!.type] ?? '']
        return [column, column.endsWith('email') ? 'ada@example.org' : 'Ada']
      })
      const named = nameColumns([Object.fromEntries(filled)], template) as Record<string, string>[]
      const errors = {}
      checkRows(readLocalRows(named, template, 'en', errors), template, checkedBefore, errors)
      expect([named.length, errors]).toEqual([1, {}])
    }),
    { numRuns: 300 },
  )
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
