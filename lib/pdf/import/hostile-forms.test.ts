import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { singleLine, textError } from '#lib/core/text/text'
import { findFormulaError } from '#lib/processes/fields/field-logic'
import { expectLinear } from '#lib/testing/values/linear'
import { inEnglish } from '#lib/testing/values/problems'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { maxOptions } from './file-field.ts'
import { importedFields, readFormFields } from './form-fields.ts'
import { replaceFileFields } from './replace.ts'
import { parseFormula } from './scripts.ts'

const widget = '/Type /Annot /Subtype /Widget /Rect [10 250 110 270]'

/** The objects from 20 on are listed by the page, and by the form unless other roots are given. */
function fileWith(bodies: string[], objects: Record<number, string> = {}, roots?: string) {
  const refs = bodies.map((_, index) => `${20 + index} 0 R`).join(' ')
  return buildPdf({
    catalog: `/AcroForm << /Fields [${roots ?? refs}] >>`,
    objects: {
      ...Object.fromEntries(bodies.map((body, index) => [20 + index, body])),
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [${refs}] >>`,
      ...objects,
    },
  })
}

async function read(bodies: string[], objects?: Record<number, string>, roots?: string) {
  const pdf = await loadPdf(fileWith(bodies, objects, roots))
  return inEnglish(readFormFields(pdf, inspect(pdf).pages))
}

const field = (entries: string) => `<< ${widget} ${entries} >>`

describe('the script of a calculation', () => {
  const operandsOf = (name: string) => [`{{${name}}}`]

  test.each([
    ['brackets', '('],
    ['signs', '-'],
    ['numbers of fields', 'AFMakeNumber('],
    ['brackets and signs', '-(-'],
    ['sums', '1+('],
  ])('of any number of nested %s ends', (_, part) => {
    for (const count of [99, 101, 1000, 200_000])
      expect(parseFormula(`event.value = ${part.repeat(count)}`, operandsOf)).toBeNull()
  })

  test('is followed to a depth that no formula of a process has', () => {
    const nested = (depth: number) => `event.value = ${'('.repeat(depth)}1${')'.repeat(depth)}`
    expect(parseFormula(nested(50), operandsOf)).toBe(`${'('.repeat(50)}1${')'.repeat(50)}`)
    expect(parseFormula(nested(5000), operandsOf)).toBeNull()
  })

  test('of many operands takes linear time', async () => {
    await expectLinear('1+', (text) => parseFormula(`event.value = ${text}1`, operandsOf))
    await expectLinear('"a",', (text) => parseFormula(`AFSimple_Calculate("SUM", [${text}"a"])`, operandsOf))
    await expectLinear('"\\', (text) => parseFormula(`event.value = getField(${text}`, operandsOf))
  })

  test('is a formula or none, whatever its text', () => {
    const word = fc.constantFrom(
      ...['event', '.', 'value', '=', 'AFSimple_Calculate', '(', ')', ',', 'new', 'Array', '[', ']', '"SUM"'],
      ...[
        '"a"',
        "'b'",
        'this',
        'getField',
        'AFMakeNumber',
        '1',
        '.5',
        '+',
        '-',
        '*',
        '/',
        ';',
        '/*',
        '*/',
        '//',
      ],
      ...['/** BVCALC ', ' EVCALC **/', '\n', 'a', '\\', '"', 'constructor', '__proto__'],
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.boolean(), (words, isAssigned) => {
        const script = (isAssigned ? 'event.value = ' : '') + words.join(' ')
        const formula = parseFormula(script, (name) => (name === 'b' ? null : operandsOf(name)))
        if (formula !== null) expect(findFormulaError(formula)).toBeNull()
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['a damaged stream', stream('damaged', '/Filter /FlateDecode')],
    ['a stream of an unknown filter', stream('event.value = 1', '/Filter /Unknown')],
    ['a number', '5'],
    ['a name', '/Script'],
    ['a missing object', 'null'],
  ])('that is %s stops nothing', async (_, script) => {
    const actions = '/AA << /C << /S /JavaScript /JS 30 0 R >> /F 30 0 R /K << /JS [30 0 R] >> /V 7 >>'
    const { fields } = await read([field(`/FT /Tx /T (a) ${actions}`), field('/FT /Tx /T (b)')], {
      30: script,
    })
    expect(fields.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test.each([
    ['of another kind', '/S /URI /URI (https://example.com)'],
    ['without a kind', '/JS (event.value = 1)'],
  ])('an action %s stops nothing', async (_, action) => {
    const { fields } = await read([field(`/FT /Tx /T (a) /AA << /C << ${action} >> >>`)])
    expect(fields.map(({ name }) => name)).toEqual(['a'])
  })
})

describe('the tree of fields', () => {
  test('that refers to itself in every way ends', async () => {
    const kinds = ['/FT /Tx', '/FT /Btn /Ff 32768', '/FT /Ch /Opt [(a)]', '/FT /Sig', '']
    for (const kind of kinds) {
      const bodies = [
        field(`${kind} /T (a) /Parent 21 0 R /Kids [21 0 R 20 0 R]`),
        field(`${kind} /T (b) /Parent 20 0 R /Kids [20 0 R]`),
        field(`${kind} /Parent 22 0 R /Kids [22 0 R]`),
      ]
      const pdf = await loadPdf(fileWith(bodies))
      const { pages } = inspect(pdf)
      const { fields, problems } = inEnglish(readFormFields(pdf, pages))
      expect(fields.length + problems.length).toBeGreaterThan(0)
      replaceFileFields(pdf, pages)
      expect(inEnglish(readFormFields(pdf, pages)).fields).toEqual([])
    }
  })

  test('thousands deep ends, and its widget is a problem', async () => {
    const depth = 3000
    const chain = Array.from({ length: depth }, (_, index): [number, string] => [
      2000 + index,
      `<< /T (n) /Kids [${index + 1 < depth ? 2001 + index : 20} 0 R] ${index > 0 ? `/Parent ${1999 + index} 0 R` : ''} >>`,
    ])
    const { fields, problems } = await read(
      [field(`/FT /Tx /T (leaf) /Parent ${2000 + depth - 1} 0 R`)],
      Object.fromEntries(chain),
      '2000 0 R',
    )
    expect(fields).toEqual([])
    expect(problems).toMatchObject([{ message: 'A field that the form does not list is not imported.' }])
  })

  test('that lists one field many times has it once', async () => {
    const { fields } = await read([field('/FT /Tx /T (a)')], {}, '20 0 R '.repeat(5000))
    expect(fields.map(({ name }) => name)).toEqual(['a'])
  })

  test.each([
    ['a number', '7'],
    ['a dictionary', '<< /A 20 0 R >>'],
    ['a string', '(20 0 R)'],
    ['missing', '700 0 R'],
  ])('whose /Kids are %s has the field itself', async (_, kids) => {
    const { fields } = await read([field(`/FT /Tx /T (a) /Kids ${kids}`)])
    expect(fields.map(({ name }) => name)).toEqual(['a'])
  })

  test.each(['7', '(x)', '[]', 'null', '700 0 R', '<< >>', '<< /Fields 7 >>', '<< /Fields [[20 0 R]] >>'])(
    'a form that is %s lists nothing',
    async (form) => {
      const pdf = await loadPdf(
        buildPdf({
          catalog: `/AcroForm ${form}`,
          objects: {
            20: field('/FT /Tx /T (a)'),
            1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [20 0 R] >>',
          },
        }),
      )
      const { fields, problems } = inEnglish(readFormFields(pdf, inspect(pdf).pages))
      expect(fields).toEqual([])
      expect(problems).toMatchObject([{ text: 'a' }])
    },
  )
})

describe('any entry may be any object', () => {
  const keys = [
    'FT',
    'Ff',
    'T',
    'TU',
    'V',
    'DV',
    'Opt',
    'MaxLen',
    'Q',
    'DA',
    'MK',
    'BS',
    'AP',
    'AS',
    'AA',
    'F',
    'OC',
    'Kids',
    'Parent',
    'Rect',
  ]
  const value = fc.constantFrom(
    ...['null', 'true', '0', '-1', '3', '2147483647', '-2147483648', '99999999999999999999', '.5', '-.0'],
    ...[
      '()',
      '(a)',
      '<FEFF>',
      '<FEFF00>',
      '(a\\r\\013  b)',
      '<FEFF202A0061D83D>',
      '<EFBBBF>',
      '/Tx',
      '/Btn',
      '/Ch',
      '/Sig',
      '/Off',
      '/',
      '/#00',
      '/#',
    ],
    ...[
      '[]',
      '[0 0 50 50]',
      '[(a) (b)]',
      '[[(a) (b)] [(c)]]',
      '[null]',
      '[[[[]]]]',
      '[20 0 R]',
      '[21 0 R 20 0 R]',
    ],
    ...[
      '<< >>',
      '<< /N << /On 30 0 R /Off 30 0 R >> >>',
      '<< /N 30 0 R >>',
      '<< /R 90 /BG [1 0 0] /BC [1 2 3 4 5] >>',
    ],
    ...['<< /W -1 /S /U >>', '<< /C << /JS (event.value = 1) >> >>', '20 0 R', '21 0 R', '30 0 R', '700 0 R'],
  )
  const entries = fc
    .array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 10 })
    .map((pairs) => pairs.map(([key, text]) => `/${key} ${text}`).join(' '))
  const types = fc.constantFrom('/FT /Tx', '/FT /Btn', '/FT /Ch', '/FT /Sig', '')

  test('fields keep the limits of a process, and are gone when they are replaced', async () => {
    await fc.assert(
      fc.asyncProperty(types, entries, types, entries, async (type, one, otherType, other) => {
        const bodies = [`<< ${widget} ${type} ${one} >>`, `<< ${widget} ${otherType} ${other} >>`]
        const pdf = await loadPdf(fileWith(bodies, { 30: stream('') }))
        const { pages } = inspect(pdf)
        const { fields, problems } = inEnglish(readFormFields(pdf, pages))
        for (const imported of fields) {
          expect(imported.width).toBeGreaterThan(0)
          expect(imported.height).toBeGreaterThan(0)
          expect(imported.x + imported.width).toBeLessThanOrEqual(400.001)
          expect(imported.y + imported.height).toBeLessThanOrEqual(300.001)
          expect(imported.options.length).toBeLessThanOrEqual(maxOptions)
          expect(new Set(imported.options).size).toBe(imported.options.length)
          if (imported.type === 'radio' && imported.value !== null)
            expect(imported.options).toContain(imported.value)
          if (imported.type === 'dropdown' && imported.value !== null && !imported.editable)
            expect(imported.options).toContain(imported.value)
          if (imported.type === 'checkbox') expect([null, 'true']).toContain(imported.value)
          if (imported.maxLength !== null) expect(imported.maxLength).toBeGreaterThan(0)
          const { name, label, options } = imported
          expect([name, imported.value ?? ''].map(textError)).toEqual([null, null])
          for (const line of [label, ...options]) expect(singleLine(255).parse(line)).toBe(line)
          expect(JSON.stringify(imported)).not.toMatch(/\\u0000|NaN/)
        }
        expect(problems.every(({ message }) => message.length > 10)).toBe(true)
        replaceFileFields(pdf, pages)
        expect(importedFields(pdf, pages)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  test('two readings of a file are equal', async () => {
    await fc.assert(
      fc.asyncProperty(types, entries, async (type, one) => {
        const bodies = [`<< ${widget} ${type} ${one} >>`]
        expect(await read(bodies, { 30: stream('') })).toEqual(await read(bodies, { 30: stream('') }))
      }),
      { numRuns: 50 },
    )
  })
})

test.each([
  ['fields', 3000, (index: number) => `/FT /Tx /T (f${index})`],
  ['fields of one name', 3000, () => '/FT /Tx /T (same)'],
  ['fields without a name', 3000, () => '/FT /Tx'],
  [
    'calculations of each other',
    1000,
    (index: number) =>
      `/FT /Tx /T (f${index}) /AA << /C << /S /JavaScript /JS (event.value = getField\\("f${(index * 7) % 1000}"\\).value) >> >>`,
  ],
])('thousands of %s are read in time', async (_, count, entries) => {
  const getMilliseconds = startProcessorClock()
  const { fields, problems } = await read(Array.from({ length: count }, (_, index) => field(entries(index))))
  expect(fields.length + problems.length).toBeGreaterThan(0)
  expect(getMilliseconds()).toBeLessThan(5000)
})
