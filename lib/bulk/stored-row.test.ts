import { expect, it } from 'vitest'
import type { TemplateRow } from '#lib/templates/present'
import { readStoredRow } from './stored-row.ts'

it('reads the values from their cells again after a change of the template; one without a cell stays', () => {
  const fields = ['Rent', 'Deposit'].map((label) => ({ label, type: 'text' }))
  const template = { changeCount: 2, roles: [{ name: 'Client' }], fields, options: {} }
  const row = {
    cells: { name: 'Ada', email: 'ada@example.com', Rent: '1.250,50' },
    input: {
      signers: [{ role: 'Client', name: 'Ada', email: 'ada@example.com' }],
      values: { Rent: '1250.5', Deposit: '2501' },
      reading: { changeCount: 1, locale: 'de' },
    },
  }
  const { values } = readStoredRow(row, template as unknown as TemplateRow)
  expect(values).toEqual({ Rent: '1.250,50', Deposit: '2501' })
})
