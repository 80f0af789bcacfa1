import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateFormula, findFormulaError } from '#lib/processes/fields/field-logic'
import { inEnglish } from '#lib/testing/values/problems'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf } from '../fixtures/build.ts'
import { addFormulas } from './calculations.ts'
import { readFormFields } from './form-fields.ts'
import type { ReadField } from './read-field.ts'
import { parseFormula } from './scripts.ts'

const known = ['rent', 'costs', 'empty', 'form.line 1', 'a "b"']
const getOperands = (name: string) => (known.includes(name) ? [`{{${name}}}`] : null)

describe('a calculation as a formula', () => {
  test.each([
    ['AFSimple_Calculate("SUM", new Array("rent","costs"));', 'SUM({{rent}}, {{costs}})'],
    ['AFSimple_Calculate("PRD", ["rent", "costs"])', 'PRODUCT({{rent}}, {{costs}})'],
    ["AFSimple_Calculate('AVG', 'rent, costs')", 'AVG({{rent}}, {{costs}})'],
    ['AFSimple_Calculate("MIN", new Array ("rent", "form.line 1"));', 'MIN({{rent}}, {{form.line 1}})'],
    ['event.value=getField("rent").value*12;', 'SUM({{rent}}) * 12'],
    ['event.value = this.getField("rent").value - 5 / 2', 'SUM({{rent}}) - 5 / 2'],
    ['event.value = (this.getField("rent").value + .5) * -2; // twice', '(SUM({{rent}}) + 0.5) * -2'],
    [
      'event.value = AFMakeNumber(getField("rent").value) + AFMakeNumber(getField("costs").value)',
      'SUM({{rent}}, {{costs}})',
    ],
    ['event.value = 2 * Number(getField("rent").value)', '2 * SUM({{rent}})'],
    [
      '/** BVCALC rent*12 + costs EVCALC **/ event.value = something(else);',
      'SUM({{rent}}) * 12 + SUM({{costs}})',
    ],
    ['event.value = getField("rent").value - getField("costs").value', 'SUM({{rent}}) - SUM({{costs}})'],
    ['event.value = -getField("rent").value', '-SUM({{rent}})'],
    ['event.value = AFMakeNumber(getField("rent").value)', 'SUM({{rent}})'],
    ['event.value = getField("a \\"b\\"").value', '{{a "b"}}'],
    ['event.value = (getField("rent").value)', '({{rent}})'],
  ])('%s', (script, formula) => {
    expect(parseFormula(script, getOperands)).toBe(formula)
    expect(findFormulaError(formula)).toBeNull()
  })

  test.each([
    'AFSimple_Calculate("SUM", new Array("rent","unknown"));',
    'AFSimple_Calculate("XYZ", new Array("rent"));',
    'AFSimple_Calculate("SUM", new Array())',
    'event.value = getField("unknown").value',
    'event.value = getField("rent").value + getField("rent").display',
    'var a = getField("rent").value; event.value = a * 2',
    'if (getField("rent").value > 1) event.value = 2',
    'event.value = "text"',
    'event.value = util.printd("dd.mm.yyyy", new Date())',
    'event.value = 1 +',
    'event.value = (1',
    'event.value += 1',
    'event.value = 1; event.rc = false',
    '/** BVCALC unknown EVCALC **/',
    '',
    '\u0000',
  ])('%j is none', (script) => {
    expect(parseFormula(script, getOperands)).toBeNull()
  })

  test.each([
    ['white space', `/** BVCALC ${' '.repeat(300_000)}`],
    ['white space within', `/** BVCALC a${' '.repeat(300_000)}b EVCALC`],
    ['notations that do not end', '/** BVCALC '.repeat(50_000)],
    ['comments that do not end', '/*'.repeat(300_000)],
  ])('%s takes linear time', (_, script) => {
    const getMilliseconds = startProcessorClock()
    expect(parseFormula(script, getOperands)).toBeNull()
    expect(getMilliseconds()).toBeLessThan(1000)
  })

  test('a comment is no part of it', () => {
    expect(parseFormula('/* a *//**/event.value = /*/ b */ getField("rent").value', getOperands)).toBe(
      '{{rent}}',
    )
  })

  test('any arithmetic of fields has the value that the script gives', () => {
    const values: Record<string, number> = { rent: 1250, costs: 7.5 }
    // Empty in the form, and 0 in a calculation.
    const amountOf = (name: string) => values[name] ?? 0
    interface Expression {
      script: string
      /** NaN where anything is divided by zero: that has no value for us, whatever a script makes of infinity. */
      value: number
    }
    const leaf: fc.Arbitrary<Expression> = fc.oneof(
      fc
        .constantFrom('rent', 'costs', 'empty')
        .map((name) => ({ script: `getField("${name}").value`, value: amountOf(name) })),
      fc.integer({ min: 0, max: 99 }).map((value) => ({ script: String(value), value })),
    )
    const operations: Record<string, (left: number, right: number) => number> = {
      '+': (left, right) => left + right,
      '-': (left, right) => left - right,
      '*': (left, right) => left * right,
      '/': (left, right) => (right === 0 ? Number.NaN : left / right),
    }
    const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc
          .tuple(tie('expression'), fc.constantFrom(...Object.keys(operations)), tie('expression'))
          .map(([left, sign, right]) => ({
            script: `(${left.script} ${sign} ${right.script})`,
            value: operations[sign]!(left.value, right.value),
          })),
        tie('expression').map(({ script, value }) => ({ script: `AFMakeNumber(${script})`, value })),
      ),
    }))
    fc.assert(
      fc.property(expression, ({ script, value }) => {
        const formula = parseFormula(`event.value = ${script};`, getOperands)!
        const result = evaluateFormula(formula, (label) => values[label] ?? null)
        if (formula === '{{empty}}') expect(result).toBeNull()
        else if (!Number.isNaN(value)) expect(result).toBeCloseTo(value, 6)
      }),
    )
  })
})

describe('the scripts of a form', () => {
  const box = '/Type /Annot /Subtype /Widget /Rect [10 250 110 270] /FT /Tx'
  const read = async (...fields: string[]) => {
    const refs = fields.map((_, index) => `${20 + index} 0 R`).join(' ')
    const bytes = buildPdf({
      catalog: `/AcroForm << /Fields [${refs}] >>`,
      objects: {
        ...Object.fromEntries(fields.map((entries, index) => [20 + index, `<< ${box} ${entries} >>`])),
        1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [${refs}] >>`,
      },
    })
    const pdf = await loadPdf(bytes)
    return inEnglish(readFormFields(pdf, inspect(pdf).pages))
  }
  const action = (trigger: string, script: string) =>
    `/AA << /${trigger} << /S /JavaScript /JS (${script.replace(/[()\\]/g, '\\$&')}) >> >>`
  const sum = action('C', 'AFSimple_Calculate("SUM", new Array("rent","costs"));')

  test('a sum is a formula of its operands, which are numbers; the old result is dropped', async () => {
    const { fields, problems } = await read(
      '/T (rent) /V (5)',
      '/T (costs)',
      `/T (total) /Ff 3 /V (0.00) ${sum}`,
    )
    expect(fields).toMatchObject([
      { name: 'rent', type: 'number', value: '5' },
      { name: 'costs', type: 'number' },
      { name: 'total', type: 'number', formula: 'SUM({{rent}}, {{costs}})', value: null, readOnly: false },
    ])
    expect(fields[2]!.required).toBe(false)
    expect(problems).toEqual([])
  })

  test('a sum over a group has all fields below it', async () => {
    const script = action('C', 'AFSimple_Calculate("SUM", new Array("line"))')
    const { fields } = await read('/T (line.a)', '/T (line.b)', `/T (total) ${script}`)
    expect(fields[2]!.formula).toBe('SUM({{line.a}}, {{line.b}})')
  })

  test('labels that differ only in white space are told apart, and formulas have them as the fields do', async () => {
    const { fields } = await read(
      '/T (rent) /TU (Net  amount)',
      '/T (costs) /TU <EFBBBF4E6574C2A0616D6F756E74>',
      `/T (total) ${sum}`,
    )
    expect(fields.map(({ label }) => label)).toEqual(['rent', 'Net amount', 'total'])
    expect(fields[2]!.formula).toBe('SUM({{rent}}, {{Net amount}})')
  })

  test.each([
    ['+', null],
    ['-', 'SUM(2026) - SUM({{name}})'],
  ])('of a locked number and an empty field by %s: %s, whatever the number', (sign, formula) => {
    const makeField = (name: string, value: string | null, scripts = {}) => {
      const field = { name, label: name, type: 'text', value, layout: {} }
      return { widgets: [], field, scripts, lost: [] } as unknown as ReadField
    }
    for (const number of ['2026', '-4.9']) {
      const script = `event.value = getField("year").value ${sign} getField("name").value`
      const fields = [makeField('name', null), makeField('reference', null, { C: script })]
      addFormulas(fields, [makeField('year', number)])
      const type = formula === null ? 'text' : 'number'
      expect(fields.map(({ field }) => [field.type, field.formula ?? null])).toEqual([
        [type, null],
        [type, formula?.replace('2026', number) ?? null],
      ])
    }
  })

  test('operands of thousands of fields with one label are told apart in linear time', () => {
    const name = 'n'.repeat(255)
    const fields = Array.from({ length: 8000 }, (_, index) => ({
      widgets: [],
      field: {
        name: `${name}${index}`,
        label: 'EUR',
        type: 'text',
        value: null,
        layout: {},
      },
      scripts: { C: `event.value = getField("${name}${(index + 1) % 8000}").value * 1` },
      lost: [],
    })) as unknown as ReadField[]
    const getMilliseconds = startProcessorClock()
    addFormulas(fields)
    expect(getMilliseconds()).toBeLessThan(4000)
    expect(new Set(fields.map(({ field }) => field.label)).size).toBe(8000)
    expect(fields.every(({ field: { label } }) => label.length <= 255)).toBe(true)
  })

  test('a chain of thousands of calculations takes no quadratic time', () => {
    const fields = Array.from({ length: 12_000 }, (_, index) => ({
      widgets: [],
      field: {
        name: `n${index}`,
        label: `n${index}`,
        type: 'text',
        value: index === 0 ? '1' : null,
        layout: {},
      },
      scripts: index > 0 ? { C: `event.value = getField("n${index - 1}").value` } : {},
      lost: [],
    })) as unknown as ReadField[]
    const getMilliseconds = startProcessorClock()
    addFormulas(fields)
    expect(getMilliseconds()).toBeLessThan(5000)
    expect(fields.filter(({ field }) => field.formula).length).toBeGreaterThanOrEqual(1000)
  })

  test.each([
    ['a copy of a text', 'event.value = getField("first").value'],
    ['two joined texts', 'event.value = this.getField("first").value + this.getField("last").value;'],
  ])('%s is no calculation, and its operands stay texts', async (_, script) => {
    const { fields, problems } = await read('/T (first)', '/T (last)', `/T (copy) ${action('C', script)}`)
    expect(fields.map(({ type, formula }) => [type, formula])).toEqual(Array(3).fill(['text', null]))
    expect(problems).toMatchObject([{ text: 'copy', message: expect.stringContaining('not kept') }])
  })

  test.each([
    ['CustomerNumber', 'event.value = this.getField("CustomerNumber").value // Number(x)'],
    ['street', 'event.value = getField("street").value + getField("house").value'],
  ])('an empty field %s stays a text', async (name, script) => {
    const { fields } = await read(`/T (${name})`, '/T (house) /V (5)', `/T (copy) ${action('C', script)}`)
    expect(fields.map(({ formula }) => formula)).toEqual([null, null, null])
    expect(fields[0]!.type).toBe('text')
  })

  test('a sum of sums is a calculation wherever it stands, and one with the value of a number', async () => {
    const plus = (a: string, b: string) =>
      action('C', `event.value = getField("${a}").value + getField("${b}").value`)
    const { fields } = await read(
      `/T (all) ${plus('first', 'second')}`,
      `/T (first) /V (0.00) ${plus('rent', 'costs')}`,
      `/T (second) ${action('C', 'event.value = getField("rent").value * 2')}`,
      '/T (rent)',
      '/T (costs)',
    )
    expect(fields.slice(0, 3).every(({ formula }) => formula !== null)).toBe(true)
  })

  test.each(['/T (rent) /V (1250)', `/T (rent) ${action('F', 'AFNumber_Format(2,0,0,0,"",true);')}`])(
    'a copy of a number is a calculation: %s',
    async (rent) => {
      const { fields } = await read(rent, `/T (copy) ${action('C', 'event.value = getField("rent").value')}`)
      expect(fields[1]).toMatchObject({ type: 'number', formula: '{{rent}}' })
    },
  )

  test('operands that have one label, or braces in it, are told apart', async () => {
    const { fields } = await read(
      '/T (rent) /TU (EUR)',
      '/T (costs) /TU (EUR)',
      `/T (total) /TU ({EUR}) ${sum}`,
    )
    const labels = fields.map(({ label }) => label)
    expect(new Set(labels).size).toBe(3)
    expect(fields[2]!.formula).toBe(`SUM({{${labels[0]}}}, {{${labels[1]}}})`)
  })

  test.each([
    ['an unknown field', 'AFSimple_Calculate("SUM", new Array("rent","none"))'],
    ['another script', 'event.value = compute()'],
    ['its own field', 'AFSimple_Calculate("SUM", new Array("rent","total"))'],
    ['a field that is calculated from it', 'event.value = getField("double").value'],
  ])('a calculation from %s is a problem, and its value is not fixed', async (_, script) => {
    const double = action('C', 'event.value = getField("total").value * 2')
    const { fields, problems } = await read(
      '/T (rent)',
      `/T (double) ${double}`,
      `/T (total) /Ff 1 /V (0.00) ${action('C', script)}`,
    )
    expect(fields[2]).toMatchObject({ formula: null, value: null, readOnly: false })
    expect(problems).toMatchObject([
      { text: 'total', message: expect.stringContaining('calculation of the field is not kept') },
    ])
  })

  test('a calculation with a percentage, of which readers show a hundred times as much, is a problem', async () => {
    const percent = action('F', 'AFPercent_Format(2,0);')
    const { fields, problems } = await read(
      '/T (rent) /V (1000)',
      `/T (costs) /V (0.19) ${percent}`,
      `/T (total) ${sum}`,
    )
    expect(fields[2]).toMatchObject({ formula: null, value: null })
    expect(problems.map(({ text }) => text)).toEqual(['costs', 'total'])
  })

  test.each([
    ['F', 'AFDate_FormatEx("dd.mm.yyyy");', 'format'],
    ['F', 'AFNumber_Format(2,0,0,0,"",true);', 'format'],
    ['K', 'AFDate_KeystrokeEx("dd.mm.yyyy");', 'input'],
    ['V', 'AFRange_Validate(true,0,true,9);', 'value'],
  ])('/%s %s is a problem', async (trigger, script, word) => {
    const { fields, problems } = await read(`/T (a) ${action(trigger, script)}`)
    expect(fields).toHaveLength(1)
    expect(problems).toMatchObject([{ text: 'a', message: expect.stringContaining(word) }])
    expect(problems[0]!.message).toContain(script.slice(0, 20))
  })

  test('a field that takes numbers only is a number', async () => {
    const keys = action('K', 'AFNumber_Keystroke(2,0,0,0,"",true);')
    const { fields, problems } = await read(`/T (a) ${keys}`, `/T (b) /V (about 5) ${keys}`)
    expect(fields.map(({ type }) => type)).toEqual(['number', 'text'])
    expect(problems).toEqual([])
  })

  test.each([
    ['AFNumber_Format(2,0,0,0,"",true);', { min_decimals: 2, max_decimals: 2 }],
    [' AFNumber_Format ( 4, 1, 0, 0, "EUR ", false)', { min_decimals: 4, max_decimals: 4 }],
    ['AFNumber_Format(0,0,0,0,"",true);', { max_decimals: 0 }],
    ['AFNumber_Format(9,0,0,0,"",true);', { min_decimals: 6, max_decimals: 6 }],
    ['AFPercent_Format(2,0);', { max_decimals: 6 }],
    [null, { max_decimals: 6 }],
  ])('a calculated field with the format %s has its decimals', async (format, decimals) => {
    const scripts = `/C << /S /JavaScript /JS (event.value = getField\\("rent"\\).value / 3) >>`
    const formatted = format
      ? `/F << /S /JavaScript /JS (${format.replace(/[()]/g, '\\$&')}) >> ${scripts}`
      : scripts
    const { fields } = await read('/T (rent) /V (1)', `/T (third) /AA << ${formatted} >>`)
    expect(fields[1]).toMatchObject({ formula: 'SUM({{rent}}) / 3', decimals })
    expect(fields[0]!.decimals).toBeUndefined()
  })

  describe('the number in a field of AFNumber_Format', () => {
    const total = action('C', 'AFSimple_Calculate("SUM", new Array("a"))')
    /** The separators of each style: of thousands and of decimals. */
    const separators = [',.', '.', '.,', ',', "'."].map((both) => [both.slice(0, -1), both.at(-1)!] as const)
    const format = (style: number, trigger: 'F' | 'K' = 'F') =>
      action(trigger, `AFNumber_${trigger === 'F' ? 'Format' : 'Keystroke'}(2, ${style}, 0, 0, "", true);`)

    test('is read by the separators of its style, whatever the language', async () => {
      const amount = fc.record({
        whole: fc.integer({ min: -9_999_999, max: 9_999_999 }),
        decimals: fc.option(fc.stringMatching(/^\d{1,3}$/)),
        style: fc.nat(4),
        trigger: fc.constantFrom('F' as const, 'K' as const),
      })
      await fc.assert(
        fc.asyncProperty(amount, async ({ whole, decimals, style, trigger }) => {
          const [thousands, point] = separators[style]!
          const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, thousands)
          const value = decimals === null ? grouped : `${grouped}${point}${decimals}`
          // Digits around one point are a number as it stands, as viewers calculate.
          const number = /^-?\d+\.\d+$/.test(value) ? Number(value) : Number(`${whole}.${decimals ?? '0'}`)
          const { fields } = await read(
            `/T (a) /V (${value}) ${format(style, trigger)}`,
            `/T (total) ${total}`,
          )
          expect(fields).toMatchObject([{ type: 'number' }, { formula: 'SUM({{a}})' }])
          expect(Number(fields[0]!.value)).toBeCloseTo(number, 6)
        }),
        { numRuns: 150 },
      )
    })

    test.each([
      [0, '.5', '0.5'],
      [0, '-.5', '-0.5'],
      [0, '5.', '5'],
      [0, '1,250.', '1250'],
      [1, '+5', '5'],
      [1, '+.50', '0.50'],
      [2, ',5', '0.5'],
      [2, '+1.250,', '1250'],
      [2, '.5', '0.5'],
      [2, '+1250.5', '1250.5'],
      [3, '5,', '5'],
      [4, "+1'250.", '1250'],
    ])('may have a plus, or digits on one side of the point only: %i, %s', async (style, value, number) => {
      const { fields } = await read(`/T (a) /V (${value}) ${format(style)}`, `/T (total) ${total}`)
      expect(fields).toMatchObject([{ type: 'number', value: number }, { formula: 'SUM({{a}})' }])
    })

    test.each([
      [0, '1.250,00'],
      [1, '1,250'],
      [2, '1,250.00'],
      [3, '1.250,00'],
      [2, '12.50,00'],
      [2, '1.250,00 EUR'],
      [7, '1,250'],
      [0, '.'],
      [2, '+'],
      [3, '-,'],
    ])(
      'is none where its value has another style than %i, and no formula calculates with it: %s',
      async (style, value) => {
        const { fields, problems } = await read(
          `/T (a) /V (${value}) ${format(style)}`,
          `/T (total) ${total}`,
        )
        expect(fields).toMatchObject([{ type: 'text', value }, { formula: null }])
        expect(problems.map(({ text, message }) => `${text}: ${message}`)).toContainEqual(
          expect.stringMatching(/^total: The calculation of the field is not kept/),
        )
      },
    )

    test('may be missing in a calculated field: its value comes from its own formula', async () => {
      const { fields } = await read(
        '/T (a) /V (5)',
        `/T (sum) /V ($5.00) ${total.replace('/AA <<', format(0).slice(0, -2))}`,
        `/T (total) ${action('C', 'AFSimple_Calculate("SUM", new Array("sum"))')}`,
      )
      expect(fields.map(({ formula }) => formula)).toEqual([null, 'SUM({{a}})', 'SUM({{sum}})'])
    })
  })
})
