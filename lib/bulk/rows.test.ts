import { expect, it } from 'vitest'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { checkPresets } from '#lib/processes/fields/presets'
import type { TemplateRow } from '#lib/templates/present'
import { checkRows, readLocalRows } from './rows.ts'

it('checks the longest list for the largest template without blocking other requests', async () => {
  const field = { type: 'text', value: 'AB1234', validation: { pattern: '[A-Z]{2}\\d{4}' }, options: [] }
  const fields = Array.from({ length: 5000 }, (_, index) => ({ ...field, label: `Field ${index}` }))
  const roles = [{ name: 'Client' }]
  const template = { roles, fields } as unknown as Pick<TemplateRow, 'roles' | 'fields'>
  const rows = Array.from({ length: 5000 }, (_, index) => ({
    name: 'Ada Lovelace',
    email: `ada${index}@example.com`,
  }))
  const errors: FieldErrors = {}
  let longestGap = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longestGap = Math.max(longestGap, performance.now() - last)
    last = performance.now()
  }, 5)
  const checks = await checkPresets({} as Ctx, template.fields, rows, 'en')
  const inputs = await checkRows(rows, template, checks, errors)
  clearInterval(timer)
  expect(errors).toEqual({})
  expect(inputs).toHaveLength(5000)
  expect(longestGap).toBeLessThan(500)
})

it('refuses a cell that is another value for a number, a date or a check box than for a text with its label', () => {
  const types = { Rent: 'number', Start: 'date', Paid: 'checkbox' }
  const fields = Object.entries(types).flatMap(([label, type]) => [
    { label, type },
    { label, type: 'text' },
  ])
  const template = { roles: [{ name: 'Client' }], fields }
  const same = { Rent: '1250', Start: '2026-12-01', Paid: 'true' }
  const different = { Rent: '1.250,50', Start: '1.12.2026', Paid: 'WAHR' }
  const errors: FieldErrors = {}
  const spaced = { Rent: '1250 ', Start: ' 2026-12-01', Paid: 'true\u00a0' }
  const blank = { Rent: ' ', Start: ' ', Paid: ' ' }
  const list = [same, different, spaced, blank]
  const rows = readLocalRows(list, template as unknown as TemplateRow, 'de', errors)
  expect([rows[0], rows[2], rows[3]]).toEqual([same, same, { Rent: '', Start: '', Paid: '' }])
  const error = [{ key: 'documents.fieldsOfColumnDiffer', values: {} }]
  expect(errors).toEqual({ 'rows.1.Rent': error, 'rows.1.Start': error, 'rows.1.Paid': error })
})

it.each([
  ['en', '2026-01-02', '1250'],
  ['en-GB', '2026-02-01', '1250'],
  ['es', '2026-02-01', '1.250'],
  ['es-MX', '2026-02-01', '1250'],
])('reads 01/02/2026 and 1,250 as they are written in %s', (locale, Start, Rent) => {
  const fields = [
    { label: 'Start', type: 'date' },
    { label: 'Rent', type: 'number' },
  ]
  const template = { roles: [{ name: 'Client' }], fields } as unknown as TemplateRow
  const errors: FieldErrors = {}
  expect(readLocalRows([{ Start: '01/02/2026', Rent: '1,250' }], template, locale, errors)).toEqual([
    { Start, Rent },
  ])
  expect(errors).toEqual({})
})

it('keeps the error of a cell that cannot be read: the person has no other one', async () => {
  const template = { roles: [{ name: 'Client' }], fields: [] } as unknown as TemplateRow
  const rows = [{ name: 'J\ufffdrgen', email: 'j\ufffd@example.com' }]
  const errors: FieldErrors = {}
  await checkRows(rows, template, await checkPresets({} as Ctx, [], rows, 'en'), errors)
  const error = [{ key: 'documents.cellUnreadable', values: {} }]
  expect(errors).toEqual({ 'rows.0.name': error, 'rows.0.email': error })
})
