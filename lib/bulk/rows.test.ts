import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { processLocales } from '#lib/core/locales'
import { formatNumber } from '#lib/processes/fields/format-value'
import { checkPresets } from '#lib/processes/fields/presets'
import { readNumber } from '#lib/processes/fields/read-value'
import type { TemplateRow } from '#lib/templates/present'
import { checkRows, hasLocalValues, readLocalRows } from './rows.ts'

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

it('refuses what a spreadsheet writes in place of a value, and takes texts that look like it', async () => {
  const fields = [{ label: 'City', type: 'text', value: null, validation: {}, options: [], layout: {} }]
  const template = { roles: [{ name: 'Client' }], fields } as unknown as TemplateRow
  const check = async (City: string) => {
    const errors: FieldErrors = {}
    const row = { name: 'Ada', email: 'ada@example.com', City }
    await checkRows([row], template, await checkPresets({} as Ctx, template.fields, [row], 'en'), errors)
    return errors
  }
  const refused = [
    '#N/A',
    '#NV',
    '#REF!',
    '#BEZUG!',
    '#DIV/0!',
    '#NAME?',
    '#¡VALOR!',
    '#Н/Д',
    '#ЗНАЧ!',
    'Err:502',
    '#####',
  ]
  for (const cell of refused)
    expect(await check(cell)).toEqual({ 'rows.0.City': [{ key: 'documents.cellHasError', values: {} }] })
  for (const cell of ['#1', '# 3', '#Berlin!', 'C#', 'N/A', '##', 'Error: 5'])
    expect(await check(cell)).toEqual({})
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

it('reads cells by the field with exactly their label, where letters of two are composed in one only', () => {
  const [composed, apart] = ['NFC', 'NFD'].map((form) => 'Größe'.normalize(form))
  const fields = [
    { label: composed!, type: 'number' },
    { label: apart!, type: 'text' },
    { label: 'Total', type: 'number', formula: `{{${composed}}} * 2` },
  ]
  const read = (cells: Record<string, string>, of: object[]) => {
    const template = { roles: [{ name: 'Client' }], fields: of, options: { locale: 'en' } }
    const errors: FieldErrors = {}
    return [readLocalRows([cells], template as unknown as TemplateRow, 'de', errors), errors]
  }
  const both = { [composed!]: '1.250,5', [apart!]: '1.250,5' }
  expect(read(both, fields)).toEqual([[{ [composed!]: '1250.5', [apart!]: '1.250,5' }], {}])
  expect(read({ [apart!]: '1.250,5' }, fields.slice(0, 1))).toEqual([[{ [apart!]: '1250.5' }], {}])
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

describe('a text that a formula calculates with', () => {
  const total = { label: 'Total', type: 'number', formula: '{{Rent}} * 12' }
  const read = (cell: string, from: string, to: string, rent: object) => {
    const fields = [{ label: 'Rent', type: 'text', options: [], ...rent }, total]
    const template = { roles: [{ name: 'Client' }], fields, options: { locale: to } }
    const errors: FieldErrors = {}
    const [row] = readLocalRows([{ Rent: cell }], template as unknown as TemplateRow, from, errors)
    return Object.keys(errors).length > 0 ? errors : row!.Rent
  }
  const editable = { type: 'dropdown', editable: true }

  it.each([
    ['1.250', 'de', 'en', {}, '1250'],
    ['12.345,5', 'de', 'en', {}, '12,345.5'],
    ['1250,5', 'de', 'en', editable, '1250.5'],
    ['1,250.5', 'en', 'de', {}, '1250,5'],
    ['1.250', 'es-MX', 'de', {}, '1,250'],
    // Read alike, no number, or an option of the template.
    ['1.250', 'de', 'es', {}, '1.250'],
    ['01250', 'de', 'en', {}, '01250'],
    ['n/a', 'de', 'en', {}, 'n/a'],
    ['1.250', 'de', 'en', { ...editable, options: ['1.250'] }, '1.250'],
  ])('%s in %s is the same number in %s', (cell, from, to, rent, text) =>
    expect(read(cell, from, to, rent)).toBe(text),
  )

  it('is read by the process as the number that the list has', () => {
    const number = (text: string, locale: string) => Number(readNumber(text, locale))
    const plains = fc.tuple(fc.integer(), fc.nat(9999)).map(([whole, part]) => `${whole}.${part}`)
    const tags = fc.constantFrom(...processLocales)
    const check = (plain: string, from: string, to: string) => {
      const text = formatNumber(plain, from)
      expect(number(String(read(text, from, to, {})), to)).toBe(number(text, from))
    }
    fc.assert(fc.property(plains, tags, tags, check))
  })

  it('is refused like numbers and dates in no known language', () => {
    const error = { key: 'documents.languageOfListUnknown', values: { language: 'dk' } }
    const refused = { 'rows.0.Rent': [error] }
    for (const type of ['text', 'number', 'date'])
      expect(read('1.250', 'dk', 'de', { type }), type).toEqual(refused)
    expect(read('', 'dk', 'de', {})).toBe('')
  })

  it('is as the template has it where it is one of its options, also in no known language', () => {
    const rent = { type: 'dropdown', options: ['1.250'] }
    const template = { roles: [{ name: 'Client' }], fields: [{ label: 'Rent', ...rent }, total] }
    const isLocal = (cell: string) => hasLocalValues([{ Rent: cell }], template as unknown as TemplateRow)
    expect(read('1.250', 'dk', 'en', rent)).toBe('1.250')
    expect([isLocal('1.250'), isLocal('1,250'), isLocal(' ')]).toEqual([false, true, false])
  })
})

it('keeps the error of a cell that cannot be read: the person has no other one', async () => {
  const template = { roles: [{ name: 'Client' }], fields: [] } as unknown as TemplateRow
  const rows = [{ name: 'J\ufffdrgen', email: 'j\ufffd@example.com' }]
  const errors: FieldErrors = {}
  await checkRows(rows, template, await checkPresets({} as Ctx, [], rows, 'en'), errors)
  const error = [{ key: 'documents.cellUnreadable', values: {} }]
  expect(errors).toEqual({ 'rows.0.name': error, 'rows.0.email': error })
})
