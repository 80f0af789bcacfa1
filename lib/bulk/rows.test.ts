import { expect, it } from 'vitest'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { checkPresets } from '#lib/processes/fields/presets'
import type { TemplateRow } from '#lib/templates/present'
import { checkRows } from './rows.ts'

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
