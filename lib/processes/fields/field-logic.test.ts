import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { englishMessage } from '#lib/messages/english'
import {
  applyLogic,
  evaluateFormula,
  FormulaError,
  findFormulaError,
  type LinkedField,
  resultText,
} from './field-logic.ts'
import { findLogicErrors } from './logic-errors.ts'

const values: Record<string, number | null> = { Rent: 1000, Deposit: 250.5, Zero: 0, Missing: null }
const calculate = (formula: string) => resultText(evaluateFormula(formula, (label) => values[label] ?? null))

describe('formulas', () => {
  it.each([
    ['{{Rent}} * 12 + {{Deposit}}', '12250.5'],
    ['{{ Rent }}-{{Deposit}}-1', '748.5'],
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['8 / 4 / 2', '1'],
    ['-2 * -(3 - 5)', '-4'],
    ['0 * -1', '0'],
    ['10 / 3', '3.33'],
    ['1.15 * 1.1', '1.27'],
    ['1.005', '1.01'],
    ['-1.005', '-1.01'],
    ['0.1 + 0.2', '0.3'],
    ['{{Rent}} / {{Zero}}', ''],
    ['{{Missing}} * 0', ''],
    ['{{Unknown}}', ''],
    ['999999999999.99', '999999999999.99'],
    ['100000000000 * 12', '1200000000000'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740991 + 1', ''],
    ['1234567890123.45', '1234567890123.45'],
    ['12345678901234.5', ''],
  ])('%s evaluates to %o', (formula, expected) => {
    expect(calculate(formula)).toBe(expected)
  })

  it.each([
    ['', 'A number or label is missing at the end.'],
    ['2 *', 'A number or label is missing at the end.'],
    ['* 2', 'A number or label is missing before “*”.'],
    ['(2', 'A closing parenthesis is missing.'],
    ['2)', 'An operator is missing between two operands.'],
    ['2 3', 'An operator is missing between two operands.'],
    ['Rent * 2', 'Not understood from “Rent * 2” on.'],
    ['{{Rent} * 2', 'Not understood from “{{Rent} * 2” on.'],
    ['1,5', 'Write decimals with a point, and thousands without a separator, such as 1250.5.'],
    ['{{Rent}} * (2,5)', 'Write decimals with a point, and thousands without a separator, such as 1250.5.'],
    ['{{Rent}}, 2', 'An operator is missing between two operands.'],
    ['SUM 1', '“SUM” needs parentheses.'],
    ['SUM(1', 'A closing parenthesis is missing.'],
    ['2 ^ 3', 'Not understood from “^ 3” on.'],
  ])('%o is not understood', (formula, message) => {
    expect(englishMessage(findFormulaError(formula)!)).toBe(message)
  })

  type Sum = { text: string; value: number | null }
  const { sum } = fc.letrec<{ sum: Sum; operand: Sum }>((tie) => ({
    operand: fc.oneof(
      { maxDepth: 4 },
      fc.integer({ min: 0, max: 1000 }).map((value) => ({ text: String(value), value })),
      fc.constantFrom('Rent', 'Deposit', 'Zero', 'Missing').map((label) => ({
        text: `{{${label}}}`,
        value: values[label]!,
      })),
      tie('sum').map(({ text, value }) => ({ text: `(${text})`, value })),
    ),
    sum: fc
      .tuple(tie('operand'), fc.constantFrom('+', '-', '*', '/'), tie('operand'))
      .map(([a, sign, b]) => ({
        text: `${a.text} ${sign} ${b.text}`,
        value:
          a.value === null || b.value === null || (sign === '/' && b.value === 0)
            ? null
            : {
                '+': a.value + b.value,
                '-': a.value - b.value,
                '*': a.value * b.value,
                '/': a.value / b.value,
              }[sign]!,
      })),
  }))

  it('have the arithmetic result at any nesting', () => {
    fc.assert(
      fc.property(sum, ({ text, value }) => {
        const result = evaluateFormula(text, (label) => values[label] ?? null)
        expect(Number.isNaN(result) ? null : result).toBe(value)
      }),
    )
  })

  it('are evaluated or refused with a FormulaError, whatever the text', () => {
    const piece = fc.constantFrom('{{', '}}', 'Rent', ' ', '+', '-', '*', '/', '(', ')', '1', '.', ',', 'é')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          try {
            evaluateFormula(text, () => 1)
          } catch (error) {
            expect(error).toBeInstanceOf(FormulaError)
          }
        },
      ),
    )
  })

  it('have results rounded to the nearest two decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (result) => {
        const text = resultText(result)
        expect(text).toMatch(/^-?\d+(\.\d{1,2})?$/)
        expect(Math.abs(Number(text) - result)).toBeLessThanOrEqual(0.005 + 1e-6)
      }),
    )
    for (const result of [Number.NaN, Infinity, -Infinity, null]) expect(resultText(result)).toBe('')
  })

  it.each([
    [0.002, { max_decimals: 6 }, '0.002'],
    [0.1 + 0.2, { max_decimals: 6 }, '0.3'],
    [0.0000005, { max_decimals: 6 }, '0.000001'],
    [0.0000004, { max_decimals: 6 }, '0'],
    [123456789012.12346, { max_decimals: 6 }, '123456789012.123'],
    [1 / 3, { min_decimals: 4, max_decimals: 4 }, '0.3333'],
    [-1.005, { min_decimals: 2, max_decimals: 2 }, '-1.01'],
    [1250.5, { min_decimals: 2, max_decimals: 2 }, '1250.50'],
    [2, { min_decimals: 2, max_decimals: 2 }, '2.00'],
    [1.5, { max_decimals: 0 }, '2'],
    [Number.NaN, { min_decimals: 2 }, ''],
  ])('have %d with %j as %j', (result, decimals, text) => {
    expect(resultText(result, decimals)).toBe(text)
  })
})

const linkedField = (label: string | null, properties: Partial<LinkedField> = {}) => ({
  ...{ type: 'number' as const, label, options: [], condition: null, formula: null },
  ...{ signerId: 1, ...properties },
})
const getErrors = (...fields: ReturnType<typeof linkedField>[]) =>
  findLogicErrors(fields).map(({ index, member, text }) => `${index} ${member} ${englishMessage(text)}`)

describe('findLogicErrors reports', () => {
  it.each<[string, ReturnType<typeof linkedField>[], string[]]>([
    ['nothing for valid references', [linkedField('A'), linkedField('B', { formula: '{{A}} * 2' })], []],
    [
      'an unknown label',
      [linkedField('A', { condition: { field: 'X', filled: true }, formula: '{{Y}}' })],
      [
        '0 condition No field of this signer has the label “X”.',
        '0 formula No field of this signer has the label “Y”.',
      ],
    ],
    [
      'a field of another signer',
      [{ ...linkedField('A'), signerId: 2 }, linkedField('B', { formula: '{{A}}' })],
      ['1 formula No field of this signer has the label “A”.'],
    ],
    [
      'a label that two fields have',
      [linkedField('A'), linkedField('A'), linkedField('B', { condition: { field: 'A', equals: '1' } })],
      ['2 condition 2 fields of this signer have the label “A”: give them different labels.'],
    ],
    [
      'a reference to a signature',
      [
        linkedField('A', { type: 'signature' }),
        linkedField('B', { condition: { field: 'A', filled: true } }),
      ],
      ['1 condition “A” is a signature field, which cannot be referred to.'],
    ],
    [
      'a date in a formula',
      [linkedField('A', { type: 'date' }), linkedField('B', { formula: '{{A}}' })],
      ['1 formula “A” is a date field: formulas use number, text, radio, dropdown fields.'],
    ],
    [
      'an unknown option',
      [
        linkedField('A', { type: 'radio', options: ['yes', 'no'] }),
        linkedField('B', { condition: { field: 'A', not_equals: 'maybe' } }),
      ],
      ['1 condition “maybe” is not an option of “A”.'],
    ],
    [
      'a checkbox compared with a text',
      [linkedField('A', { type: 'checkbox' }), linkedField('B', { condition: { field: 'A', equals: 'on' } })],
      ['1 condition “A” is a checkbox: compare it with true or false.'],
    ],
    [
      'a number and a date compared with what is none in their plain form',
      [
        linkedField('A', { type: 'number' }),
        linkedField('B', { type: 'date' }),
        linkedField('C', { condition: { field: 'A', equals: '1,5' } }),
        linkedField('D', { condition: { field: 'B', not_equals: '31.12.2026' } }),
        linkedField('E', { condition: { field: 'A', equals: '1.5' } }),
      ],
      [
        '2 condition “A” is a number: compare it with one such as 1250.5.',
        '3 condition “B” is a date: compare it with one such as 2026-03-31.',
      ],
    ],
    [
      'circular references, not the fields that only depend on them',
      [
        linkedField('A', { formula: '{{B}}' }),
        linkedField('B', { condition: { field: 'A', filled: true } }),
        linkedField('C', { formula: '{{A}}' }),
        linkedField('D', { formula: '{{D}} + 1' }),
      ],
      [
        '0 formula Refers to its own field, directly or through other fields.',
        '1 condition Refers to its own field, directly or through other fields.',
        '3 formula Refers to its own field, directly or through other fields.',
      ],
    ],
  ])('%s', (_what, fields, expected) => {
    expect(getErrors(...fields)).toEqual(expected)
  })
})

describe('functions', () => {
  const texts = (entered: Record<string, string>, formulas: Record<string, string>) => {
    const fields = [
      ...Object.keys(entered).map((label) => linkedField(label, { type: 'text' })),
      ...Object.entries(formulas).map(([label, formula]) => linkedField(label, { formula })),
    ].map((field, index) => ({ ...field, id: index + 1 }))
    const { values } = applyLogic(fields, 'en', ({ label }) => entered[label!]!)
    const calculated = fields.filter(({ formula }) => formula !== null)
    return Object.fromEntries(calculated.map(({ id, label }) => [label, values.get(id)]))
  }

  it.each(['SUM', 'PRODUCT', 'AVG', 'MIN', 'MAX'])(
    '%s has no result with text that is not a number',
    (name) => {
      const formulas = { Total: `${name}({{Rent}}, {{Deposit}} * 1)`, Next: `${name}({{Total}}, 1)` }
      expect(texts({ Rent: '1000', Deposit: '250 EUR' }, formulas)).toEqual({ Total: '', Next: '' })
    },
  )

  it('count what is missing as 0, but neither a division by 0 nor a result that is too large', () => {
    const entered = { Rent: '1000', Deposit: '' }
    const formulas = {
      Total: 'SUM({{Rent}}, {{Deposit}}, {{Deposit}} * 2)',
      Part: '{{Deposit}} * 2',
      Whole: 'SUM({{Rent}}, {{Part}})',
      Divided: 'SUM({{Rent}}, {{Rent}} / 0)',
      Large: '{{Rent}} * 99999999999999',
      Larger: 'SUM({{Large}}, 1)',
    }
    expect(texts(entered, formulas)).toEqual({
      ...{ Total: '1000', Part: '', Whole: '1000' },
      ...{ Divided: '', Large: '', Larger: '' },
    })
  })
})

describe('formulas of calculated fields', () => {
  it.each([
    ['9007199254740993', '9007199254740992', ''],
    ['9007199254740990', '9007199254740000', '990'],
    ['0.00000000000000012345', '0', '0'],
    ['123456789012345678901', '0', ''],
  ])('have none with a number of more digits than can be calculated with: %s - %s', (a, b, result) => {
    const labelled = [linkedField('A'), linkedField('B'), linkedField('C', { formula: '{{A}} - {{B}}' })]
    const entered: Record<string, string> = { A: a, B: b }
    const fields = labelled.map((field, id) => ({ ...field, id }))
    const { values } = applyLogic(fields, 'en', ({ label }) => entered[label!]!)
    expect(values.get(2)).toBe(result)
  })

  it('have the results before these are rounded where these have decimals of their own, else as they are shown', () => {
    const fields = [
      linkedField('One'),
      linkedField('Third', { formula: '{{One}} / 3', validation: { max_decimals: 2 } }),
      linkedField('Whole', { formula: '{{Third}} * 3' }),
      linkedField('Shown', { formula: '{{One}} / 3' }),
      linkedField('Sum', { formula: '{{Shown}} * 3' }),
      linkedField('Four decimals', {
        formula: '{{Third}} * 1',
        validation: { min_decimals: 4, max_decimals: 4 },
      }),
    ].map((field, index) => ({ ...field, id: index + 1 }))
    const { values } = applyLogic(fields, 'en', () => '1')
    expect(fields.map(({ id }) => values.get(id))).toEqual(['1', '0.33', '1', '0.33', '0.99', '0.3333'])
  })
})

describe('long chains', () => {
  it('are calculated in less than a second, even if each field stands before the one it refers to', () => {
    const chain = Array.from({ length: 5000 }, (_, number) => ({
      ...linkedField(`F${number}`, number === 0 ? {} : { formula: `{{F${number - 1}}} + 1` }),
      id: number + 1,
    })).reverse()
    expect(findLogicErrors(chain)).toEqual([])
    const startedAt = performance.now()
    expect(applyLogic(chain, 'en', () => '1').values.get(5000)).toBe('5000')
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})

it.each(['NFC', 'NFD'] as const)('a reference finds a label whose letters are not %s, too', (form) => {
  const [label, own] = [form, form === 'NFC' ? 'NFD' : 'NFC'].map((name) => 'Größe'.normalize(name))
  const fields = [
    { id: 1, ...linkedField(own!) },
    { id: 2, ...linkedField('Total', { formula: `{{ ${label} }} * 2` }) },
    { id: 3, ...linkedField('Note', { type: 'text', condition: { field: label!, equals: '21' } }) },
  ]
  expect(getErrors(...fields)).toEqual([])
  const { hidden, values } = applyLogic(fields, 'en', ({ id }) => (id === 1 ? '21' : 'x'))
  expect([hidden, values.get(2), values.get(3)]).toEqual([new Set(), '42', 'x'])
})

it('of two labels whose letters are composed in one only, each reference finds its own', () => {
  const [composed, apart] = ['NFC', 'NFD'].map((form) => 'Größe'.normalize(form))
  const fields = [
    { id: 1, ...linkedField(composed!) },
    { id: 10, ...linkedField(apart!) },
    { id: 3, ...linkedField('One', { formula: `{{${composed}}} * 2` }) },
    { id: 4, ...linkedField('Other', { formula: `{{${apart}}} * 2` }) },
  ]
  expect(getErrors(...fields)).toEqual([])
  const { values } = applyLogic(fields, 'en', ({ id }) => String(id))
  expect([values.get(3), values.get(4)]).toEqual(['2', '20'])
})
