import { describe, expect, it } from 'vitest'
import { getSigningTexts } from '#lib/messages/signing'
import { fillFields } from '#lib/signing/values/values'
import { field, signing } from '../fixtures.ts'
import type { SigningField } from '../shapes.ts'
import { findInputError } from './check.ts'
import { emptyInput, getValue, isSignatureOrInitials, listSteps, withEntry, withLogic } from './steps.ts'
import { toSubmission } from './submission.ts'

const en = getSigningTexts('en')

const today = '2026-03-31'
const now = new Date(`${today}T12:00:00Z`)

/** What the signer entered by label, the fields that are shown as steps, and all values after signing. */
interface Case {
  fields: Record<string, Partial<SigningField>>
  entered: Record<string, string>
  steps: string[]
  values: Record<string, string>
}

const cases: Record<string, Case> = {
  'a field whose condition holds': {
    fields: {
      Pet: { type: 'checkbox', required: false },
      Kind: { condition: { field: 'Pet', filled: true } },
    },
    entered: { Pet: 'true', Kind: 'Cat' },
    steps: ['Pet', 'Kind'],
    values: { Pet: 'true', Kind: 'Cat' },
  },
  'a hidden field that is required, has a preset value and was filled before': {
    fields: {
      Pet: { type: 'checkbox', required: false },
      Kind: { condition: { field: 'Pet', filled: true }, value: 'Dog' },
      Note: { condition: { field: 'Pet', equals: 'true' }, value: 'Pets welcome', read_only: true },
    },
    entered: { Kind: 'Cat' },
    steps: ['Pet'],
    values: { Pet: 'false', Kind: '', Note: '' },
  },
  'fields that are hidden because another one is': {
    fields: {
      Third: { condition: { field: 'Second', filled: true } },
      Second: { condition: { field: 'First', equals: 'yes' } },
      First: { type: 'radio', options: ['yes', 'no'] },
      Else: { condition: { field: 'Second', filled: false } },
      Unlike: { condition: { field: 'Second', not_equals: 'x' } },
    },
    entered: { First: 'no', Second: 'x', Third: 'y', Else: 'a', Unlike: 'b' },
    steps: ['First', 'Else', 'Unlike'],
    values: { Third: '', Second: '', First: 'no', Else: 'a', Unlike: 'b' },
  },
  'numbers of many digits, which differ in the last one': {
    fields: {
      Count: { type: 'number' },
      Same: { condition: { field: 'Count', equals: '9007199254740993.0' } },
      Other: { condition: { field: 'Count', equals: '9007199254740992' } },
    },
    entered: { Count: '9007199254740993', Same: 'yes', Other: 'no' },
    steps: ['Count', 'Same'],
    values: { Count: '9007199254740993', Same: 'yes', Other: '' },
  },
  'numbers that are equal by value': {
    fields: {
      Count: { type: 'number' },
      Same: { condition: { field: 'Count', equals: '2' } },
      Other: { condition: { field: 'Count', not_equals: '2.0' } },
    },
    entered: { Count: ' 2,0 ', Same: 'x', Other: 'y' },
    steps: ['Count', 'Same'],
    values: { Count: '2.0', Same: 'x', Other: '' },
  },
  'a calculated value of calculated values': {
    fields: {
      Total: { type: 'number', formula: '{{Year}} + {{Deposit}}' },
      Year: { type: 'number', formula: '{{Rent}} * {{Months}}' },
      Rent: { type: 'number' },
      Months: { type: 'dropdown', options: ['6', '12'] },
      Deposit: { type: 'number', value: '500' },
      Large: { condition: { field: 'Total', not_equals: '' } },
    },
    entered: { Rent: '99,99', Months: '12', Large: 'z' },
    steps: ['Rent', 'Months', 'Deposit', 'Large'],
    values: { Total: '1699.88', Year: '1199.88', Rent: '99.99', Months: '12', Deposit: '500', Large: 'z' },
  },
  'calculated values with decimals': {
    fields: {
      Rent: { type: 'number' },
      Third: { type: 'number', formula: '{{Rent}} / 3', validation: { max_decimals: 4 } },
      Whole: { type: 'number', formula: '{{Third}} * 3', validation: { min_decimals: 2, max_decimals: 2 } },
    },
    entered: { Rent: '100' },
    steps: ['Rent'],
    values: { Rent: '100', Third: '33.3333', Whole: '100.00' },
  },
  'a calculated value without an operand, which is hidden': {
    fields: {
      Pet: { type: 'checkbox', required: false },
      Fee: { type: 'number', condition: { field: 'Pet', filled: true } },
      Total: { type: 'number', formula: '{{Fee}} + 1' },
      Rate: { type: 'number', formula: '1 / {{Zero}}' },
      Zero: { type: 'number' },
    },
    entered: { Fee: '10', Zero: '0' },
    steps: ['Pet', 'Zero'],
    values: { Pet: 'false', Fee: '', Total: '', Rate: '', Zero: '0' },
  },
  'a hidden calculated value': {
    fields: {
      Rent: { type: 'number' },
      Year: { type: 'number', formula: '{{Rent}} * 12', condition: { field: 'Rent', not_equals: '5' } },
    },
    entered: { Rent: '5' },
    steps: ['Rent'],
    values: { Rent: '5', Year: '' },
  },
}

describe('the signing page and the server give the same values for', () => {
  it.each(Object.entries(cases))(
    '%s',
    (_what, { fields: fieldsByLabel, entered, steps: expected, values }) => {
      const fields = Object.entries(fieldsByLabel).map(([label, members], index) =>
        field({ label, y: 40 * index, ...members }),
      )
      const german = signing(fields, { locale: 'de' })
      german.process.locale = 'de'
      const input = fields.reduce((inputBefore, enteredField) => {
        const text = enteredField.label ? entered[enteredField.label] : undefined
        return text === undefined ? inputBefore : withEntry(inputBefore, enteredField, text, german)
      }, emptyInput)
      const page = withLogic(german, input, today)
      const steps = listSteps(page)
      expect(steps.map(({ label }) => label)).toEqual(expected)
      expect(steps.flatMap((step) => findInputError(step, input, page, today, en) ?? [])).toEqual([])

      const submission = toSubmission({ signing: page, input, today, steps })
      const rows = fields.map(({ read_only: readOnly, ...others }) => ({ ...others, readOnly, signerId: 7 }))
      const signer = { id: 7, name: 'Ada', email: 'ada@example.com', today, documentLocale: 'de' }
      const { filled, errors } = fillFields(rows, submission.values ?? [], [signer], now, () => true)
      expect(errors).toEqual({})
      const valuesByLabel = Object.fromEntries(fields.map(({ id, label }) => [label, filled.get(id) ?? '']))
      expect(valuesByLabel).toEqual(values)

      const shownFields = page.fields.filter((shownField) => !isSignatureOrInitials(shownField))
      for (const shownField of shownFields)
        expect(
          getValue(shownField, input, page, today).trim() || (shownField.type === 'checkbox' ? 'false' : ''),
        ).toBe(filled.get(shownField.id))
    },
  )
})
