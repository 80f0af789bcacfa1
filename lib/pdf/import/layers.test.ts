import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { fieldsInFile, findTexts } from './fields-in-file.ts'
import { readFormFields } from './form-fields.ts'

/** A field on a layer, and the default configuration; objects 30 and 31 are the layers “Draft” and “Print”. */
async function read(layer: string, configuration: string, usage = '') {
  const bytes = buildPdf({
    catalog: `/AcroForm << /Fields [20 0 R] >> /OCProperties << /OCGs [30 0 R 31 0 R] /D << ${configuration} >> >>`,
    objects: {
      20: `<< /Type /Annot /Subtype /Widget /Rect [10 10 60 20] /FT /Tx /T (a) /OC ${layer} >>`,
      30: `<< /Type /OCG /Name (Draft) ${usage} >>`,
      31: '<< /Type /OCG /Name (Print) >>',
      1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [20 0 R] >>',
    },
  })
  const pdf = await loadPdf(bytes)
  return inEnglish(readFormFields(pdf, inspect(pdf).pages))
}

const members = '/Type /OCMD /OCGs [30 0 R 31 0 R]'

describe('a field on a layer', () => {
  test.each([
    ['30 0 R', '/OFF [30 0 R]', 'Draft'],
    ['31 0 R', '/BaseState /OFF /ON [30 0 R]', 'Print'],
    [`<< ${members} >>`, '/OFF [30 0 R 31 0 R]', 'Draft'],
    [`<< ${members} /P /AllOn >>`, '/OFF [31 0 R]', 'Print'],
    [`<< ${members} /P /AllOff >>`, '/OFF [31 0 R]', 'Print'],
    [`<< ${members} /P /AllOff >>`, '/OFF [30 0 R]', 'Draft'],
    ['<< /Type /OCMD /OCGs 30 0 R >>', '/OFF [30 0 R]', 'Draft'],
    ['30 0 R', '/AS [<< /Event /View /OCGs [30 0 R] >>]', 'Draft'],
    ['<< /Type /OCMD /VE [/Not 31 0 R] /OCGs [31 0 R] >>', '/OFF []', 'Print'],
    ['<< /Type /OCMD /VE [/And 30 0 R 31 0 R] >>', '/OFF [31 0 R]', 'Print'],
    ['<< /Type /OCMD /VE [/Or 30 0 R [/Not 31 0 R]] >>', '/OFF [30 0 R]', 'Draft'],
    [`<< ${members} /P /AllOn /VE null >>`, '/OFF [31 0 R]', 'Print'],
  ])('%s is not asked for with %s', async (layer, configuration, name) => {
    const usage = configuration.includes('/AS') ? '/Usage << /View << /ViewState /OFF >> >>' : ''
    const { fields, problems } = await read(layer, configuration, usage)
    expect(fields).toEqual([])
    expect(problems).toMatchObject([{ text: 'a', message: expect.stringContaining(`“${name}”`) }])
  })

  test.each([
    ['30 0 R', '/OFF [31 0 R]'],
    ['30 0 R', '/BaseState /OFF /ON [30 0 R]'],
    ['30 0 R', '/OFF 5'],
    [`<< ${members} >>`, '/OFF [31 0 R]'],
    ['<< /Type /OCMD /OCGs [] >>', '/OFF [31 0 R]'],
    ['700 0 R', '/OFF [31 0 R]'],
    ['<< /Type /OCMD /VE [/Or 30 0 R 31 0 R] /OCGs [30 0 R] >>', '/OFF [30 0 R]'],
    ['<< /Type /OCMD /VE [/Xor 30 0 R] >>', '/OFF [30 0 R]'],
    ['<< /Type /OCMD /VE [] >>', '/OFF [30 0 R]'],
    ['<< /Type /OCMD /OCGs [30 0 R null 700 0 R 31 0 R] >>', '/OFF [30 0 R]'],
    ['<< /Type /OCMD /P /Unknown /OCGs [30 0 R 31 0 R] >>', '/OFF [30 0 R]'],
    ['<< /Type /Other /OCGs [30 0 R] >>', '/OFF [30 0 R]'],
    ['null', '/OFF [30 0 R 31 0 R]'],
    ['30 0 R', '/OFF [30 0 R] /AS [<< /Event /View /OCGs [30 0 R] >>]'],
  ])('%s is imported with %s', async (layer, configuration) => {
    const usage = configuration.includes('/AS') ? '/Usage << /View << /ViewState /ON >> >>' : ''
    expect((await read(layer, configuration, usage)).fields).toHaveLength(1)
  })
})

/** The number of a group's object, or an operator before expressions. */
type Expression = number | Operation
interface Operation {
  operator: 'And' | 'Or' | 'Not'
  operands: Expression[]
}

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(30, 31),
    fc.record({ operator: fc.constant('Not' as const), operands: fc.tuple(tie('expression')) }),
    fc.record({
      operator: fc.constantFrom('And' as const, 'Or' as const),
      operands: fc.array(tie('expression'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}))
const format = (item: Expression): string =>
  typeof item === 'number' ? `${item} 0 R` : `[/${item.operator} ${item.operands.map(format).join(' ')}]`
const evaluate = (item: Expression, off: number[]): boolean => {
  if (typeof item === 'number') return !off.includes(item)
  const states = item.operands.map((operand) => evaluate(operand, off))
  if (item.operator === 'Not') return !states[0]
  return item.operator === 'And' ? states.every(Boolean) : states.some(Boolean)
}

test('a visibility expression has the value of its parts, at any depth', async () => {
  await fc.assert(
    fc.asyncProperty(expression, fc.subarray([30, 31]), async (tree, off) => {
      if (typeof tree === 'number') return
      const configuration = `/OFF [${off.map((number) => `${number} 0 R`).join(' ')}]`
      const { fields } = await read(`<< /Type /OCMD /VE ${format(tree)} >>`, configuration)
      expect(fields).toHaveLength(evaluate(tree, off) ? 1 : 0)
    }),
    { numRuns: 60 },
  )
})

test.each(['And', 'Or', 'Not'])('an expression of a hundred nested /%s ends', async (operator) => {
  const deep = `${`[/${operator} `.repeat(100)}30 0 R${']'.repeat(100)}`
  const { fields, problems } = await read(`<< /Type /OCMD /VE ${deep} >>`, '/OFF []')
  expect(fields.length + problems.length).toBe(1)
})

test.each([
  ['a layer without a name', '<< /Type /OCG >>', ''],
  ['a name in UTF-16', '<< /Type /OCG /Name <FEFF00C4> >>', 'Ä'],
  ['a name behind a reference', '<< /Type /OCG /Name 33 0 R >>', 'Plan'],
  ['a name that is none', '<< /Type /OCG /Name /Plan >>', ''],
])('%s is named in the problem', async (_, layer, name) => {
  const bytes = buildPdf({
    catalog: '/AcroForm << /Fields [20 0 R] >> /OCProperties 34 0 R',
    objects: {
      20: '<< /Type /Annot /Subtype /Widget /Rect [10 10 60 20] /FT /Tx /T (a) /OC 30 0 R >>',
      30: layer,
      33: '(Plan)',
      34: '<< /OCGs [30 0 R] /D 35 0 R >>',
      35: '<< /OFF 36 0 R >>',
      36: '[30 0 R]',
      1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [20 0 R] >>',
    },
  })
  const pdf = await loadPdf(bytes)
  const { problems } = inEnglish(readFormFields(pdf, inspect(pdf).pages))
  expect(problems).toMatchObject([{ message: `A field on the hidden layer “${name}” is not imported.` }])
})

test('the categories of a usage say which states of its layers count (8.11.4.4)', async () => {
  const names = ['View', 'Print', 'Export', 'Zoom'] as const
  const state = fc.constantFrom('ON', 'OFF', null)
  const states = fc.record({ View: state, Print: state, Export: state, Zoom: fc.constant(null) })
  await fc.assert(
    fc.asyncProperty(states, fc.subarray([...names]), fc.boolean(), async (given, categories, isOff) => {
      const entries = names.flatMap((name) =>
        given[name] ? [`/${name} << /${name}State /${given[name]} >>`] : [],
      )
      const usage = `<< /Event /View /Category [${categories.map((name) => `/${name}`).join(' ')}] /OCGs [30 0 R] >>`
      const configuration = `${isOff ? '/OFF [30 0 R]' : ''} /AS [${usage}]`
      const { fields } = await read('30 0 R', configuration, `/Usage << ${entries.join(' ')} >>`)
      const counted = categories.map((name) => given[name]).filter((value) => value !== null)
      const isShown = counted.length > 0 ? !counted.includes('OFF') : !isOff
      expect(fields).toHaveLength(isShown ? 1 : 0)
    }),
    { numRuns: 80 },
  )
})

describe('text on a layer', () => {
  const draw = (text: string, y: number) => `BT /F1 12 Tf 20 ${y} Td (${text}) Tj ET`
  const build = (content: string, layer = '30 0 R') =>
    buildPdf({
      catalog: '/OCProperties << /OCGs [30 0 R 31 0 R] /D << /OFF [30 0 R] >> >>',
      objects: {
        30: '<< /Type /OCG /Name (Draft) >>',
        31: '<< /Type /OCG /Name (Print) >>',
        1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 1002 0 R /Resources << /Font << /F1 3 0 R >> /ExtGState << /G1 << /Font [3 0 R 12] >> >> /Properties << /MC0 ${layer} /MC1 31 0 R >> >> >>`,
        1002: stream(content),
      },
    })
  const hidden = `/OC /MC0 BDC ${draw('Sign here {{Hidden;type=text}}', 200)} EMC ${draw('{{Seen;type=text}} here', 100)}`

  test.each([
    ['a hidden layer', hidden],
    [
      'a hidden layer around other marked content',
      hidden.replace('BDC', 'BDC /Span BMC EMC /P <</MCID 0>> BDC EMC'),
    ],
    ['a hidden layer within a visible one', `/OC /MC1 BDC ${hidden} EMC`],
    [
      'a hidden layer in a text object',
      `BT /F1 12 Tf 20 200 Td /OC /MC0 BDC (Sign here {{Hidden;type=text}}) Tj EMC ( {{Seen;type=text}} here) Tj ET`,
    ],
  ])('is left out of tags and anchors on %s', async (_, content) => {
    const bytes = build(content)
    const { fields, problems } = inEnglish(await fieldsInFile(bytes))
    expect(fields.map(({ label }) => label)).toEqual(['Seen'])
    expect(problems).toEqual([
      {
        ...{ source: 'tag', page: 1, text: '{{Hidden;type=text}}', warning: true },
        message: 'A field on the hidden layer “Draft” is not imported.',
      },
    ])
    const [sign, here] = await findTexts(bytes, ['Sign', 'here'])
    expect([sign!.length, here!.length]).toEqual([0, 1])
  })

  test.each([
    ['a visible layer', hidden.replace('MC0', 'MC1'), '30 0 R'],
    ['a group of layers of which one is visible', hidden, '<< /Type /OCMD /OCGs [30 0 R 31 0 R] >>'],
    ['marked content that is no layer', hidden.replace('/OC', '/Span'), '30 0 R'],
    ['a layer that the page does not know', hidden.replace('MC0', 'MC9'), '30 0 R'],
  ])('is imported on %s', async (_, content, layer) => {
    const { fields, problems } = await fieldsInFile(build(content, layer))
    expect([fields.map(({ label }) => label), problems]).toEqual([['Hidden', 'Seen'], []])
  })

  test.each([
    ['syntax that readers take differently', ' )'],
    ['a font set by its graphics state', '/G1 gs '],
  ])('is imported from a page without a hidden layer, with %s', async (_, part) => {
    const bytes = build(`${part} ${hidden} ${part}`, '31 0 R')
    const { fields, problems } = await fieldsInFile(bytes)
    expect(fields.map(({ label }) => label)).toEqual(['Hidden', 'Seen'])
    expect(problems.map(({ reason }) => reason.key)).toEqual(['import.tagsOnlyCovered'])
    const [here] = await findTexts(bytes, ['here'])
    expect(here).toHaveLength(2)
  })

  test('refuses a page of which it is not known what is hidden', async () => {
    const { problems } = await fieldsInFile(build(`${hidden} )`))
    expect(problems.map(({ source, reason, warning }) => [source, reason.key, warning])).toEqual([
      ['file', 'import.pageUnreadable', undefined],
    ])
  })
})
