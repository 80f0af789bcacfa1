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

it('refuses a number or date of a list in no known language, whose text became one with a change of the template', () => {
  const read = (type: string) => {
    const fields = [{ label: 'Rent', type }]
    const template = { changeCount: 2, roles: [{ name: 'Client' }], fields, options: {} }
    const signers = [{ role: 'Client', name: 'Ada', email: 'ada@example.com' }]
    const input = { signers, values: { Rent: '1.250' }, reading: { changeCount: 1, locale: 'dk' } }
    return readStoredRow({ cells: { Rent: '1.250' }, input }, template as unknown as TemplateRow).values
  }
  expect(read('text')).toEqual({ Rent: '1.250' })
  for (const type of ['number', 'date']) expect(() => read(type)).toThrow('language')
})
