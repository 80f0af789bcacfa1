import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { type BidiLine, type BidiWriter, buildBidiPdf, characterWidth } from '../fixtures/bidi.ts'
import { fieldsInFile } from './fields-in-file.ts'
import { readCharacters } from './page-text.ts'
import { replaceFileFields } from './replace.ts'

const writers = ['visual', 'portions', 'logical'] as const

type Field = [label: string, role: string | null]

async function read(lines: BidiLine[], writer: BidiWriter, page?: string) {
  const bytes = buildBidiPdf(lines, writer, page)
  const { fields, problems } = await fieldsInFile(bytes)
  const pdf = await loadPdf(bytes)
  const { pages } = inspect(pdf)
  replaceFileFields(pdf, pages)
  const remaining = readCharacters(pdf, pages[0]!)!.map(({ char }) => char)
  return {
    boxes: fields.map(({ x, width }) => [Math.round(x), Math.round(width)]),
    fields: fields.map(({ label, role }): Field => [label, role]),
    refusals: problems.filter(({ warning }) => !warning).map(({ reason }) => reason.key),
    remaining: remaining.join(''),
  }
}

/** The characters in any order, as brackets may be mirrored. */
const sorted = (text: string) => [...text.replaceAll(/[()\s]/g, '')].sort().join('')

describe.each(writers)('beside letters from right to left, written %s', (writer) => {
  test.each<[BidiLine['direction'], string, Field[], string]>([
    ['rtl', '{{שם}}', [['שם', null]], ''],
    ['rtl', '{{اسم المستأجر}}', [['اسم المستأجر', null]], ''],
    ['ltr', 'Name: {{שם;type=text}} end', [['שם', null]], 'Name:end'],
    ['rtl', 'שם: {{Name;type=text;role=Mieter}} סוף', [['Name', 'Mieter']], 'שם:סוף'],
    ['rtl', 'الاسم: {{Name;width=100}} نهاية', [['Name', null]], 'الاسم:نهاية'],
    ['rtl', '{{שם מלא;type=text;role=Mieter}}', [['שם מלא', 'Mieter']], ''],
    ['ltr', '{{Buyer;type=signature;role=קונה}}', [['Buyer', 'קונה']], ''],
    ['rtl', '{{توقيع;type=signature;role=المستأجر}}', [['توقيع', 'المستأجر']], ''],
    [
      'rtl',
      '{{שם;type=text}} {{Sig;type=signature;role=קונה}}',
      [
        ['שם', null],
        ['Sig', 'קונה'],
      ],
      '',
    ],
    [
      'rtl',
      'המוכר {{a;role=מוכר}} ישלם 5000 ש"ח ל{{b;role=קונה}} ביום 5.1.2026',
      [
        ['a', 'מוכר'],
        ['b', 'קונה'],
      ],
      'המוכר ישלם 5000 ש"ח ל ביום 5.1.2026',
    ],
    ['rtl', '(1) {{שם (פרטי);type=text}}', [['שם (פרטי)', null]], '1'],
    ['rtl', '{{type=text;role=דייר 12}}', [['', 'דייר 12']], ''],
    ['rtl', '{{type=text;role=مستأجر 5-1}}', [['', 'مستأجر 5-1']], ''],
  ])('%s %s', async (direction, text, expected, outside) => {
    const { fields, refusals, remaining } = await read([{ text, direction }], writer)
    expect(refusals).toEqual([])
    expect(fields.toSorted()).toEqual(expected.toSorted())
    expect(sorted(remaining)).toBe(sorted(outside))
  })

  test('the box is that of the braces and what is between', async () => {
    const text = 'שם: {{Name;type=text}} סוף'
    const { boxes } = await read([{ text, direction: 'rtl' }], writer)
    expect(boxes).toEqual([
      [20 + ' סוף'.length * characterWidth, '{{Name;type=text}}'.length * characterWidth],
    ])
  })

  test('a tag that is broken over lines is whole, and a cell beside it is another', async () => {
    const lines: BidiLine[] = ['{{חתימה;type=signature;', 'role=קונה;', 'width=100}}'].map((text, index) => ({
      ...{ text, direction: 'rtl', x: 20, y: 250 - 14 * index },
    }))
    const beside: BidiLine = { text: '{{Name;role=Seller}}', direction: 'ltr', x: 300, y: 236 }
    const { fields, refusals, remaining } = await read([...lines, beside], writer)
    expect(refusals).toEqual([])
    expect(fields.toSorted()).toEqual([
      ['Name', 'Seller'],
      ['חתימה', 'קונה'],
    ])
    expect(remaining).toBe('')
  })
})

describe.each(writers)('tags below each other, written %s', (writer) => {
  test.each(['ltr', 'rtl'] as const)('%s', async (direction) => {
    const names = ['שם', 'קונה', 'מוכר', 'דייר']
    const lines = names.map((name, index) => ({
      text: `{{${name}}} ${name}`,
      direction,
      y: 250 - 12 * index,
    }))
    const { fields, refusals, remaining } = await read(lines, writer)
    expect(refusals).toEqual([])
    expect(fields).toEqual(names.map((name) => [name, null]))
    expect(sorted(remaining)).toBe(sorted(names.join('')))
  })

  test.each([0, 90, 180, 270])(
    'on a page turned by %i, of which they are a sideways part',
    async (rotate) => {
      const line: BidiLine = { text: 'שם: {{Name;role=קונה}} סוף', direction: 'rtl' }
      const { fields, refusals } = await read([line], writer, `/Rotate ${rotate}`)
      expect(refusals).toEqual([])
      expect(fields).toEqual([['Name', 'קונה']])
    },
  )
})

test('presentation forms and ligatures are read as their letters', async () => {
  const { fields } = await read([{ text: '{{\ufeb3\ufefc\ufee1;type=text}}', direction: 'rtl' }], 'visual')
  expect(fields).toEqual([['سلام', null]])
})

test.each<[string, BidiLine[]]>([
  ['a name of two scripts', [{ text: '{{Name קונה}}', direction: 'ltr' }]],
  ['a number beside both directions', [{ text: '{{קונה 2;type=text}}', direction: 'ltr' }]],
  ['a name with brackets at its end', [{ text: '{{שם (פרטי);type=text}}', direction: 'ltr' }]],
  ['braces without others', [{ text: 'שלום {{Name', direction: 'rtl' }]],
  ['braces of one kind', [{ text: 'שלום {{Name {{', direction: 'rtl' }]],
  [
    'a tag between words over two lines',
    [
      { text: 'שלום {{Name', direction: 'rtl' },
      { text: 'Foo}} סוף', direction: 'rtl', y: 236 },
    ],
  ],
])('%s may be read in several ways: it is refused', async (_, lines) => {
  const { fields, refusals } = await read(lines, 'visual')
  expect(fields).toEqual([])
  expect(new Set(refusals)).toEqual(new Set(['import.tagOrderUnclear']))
})

test('a wrong key is named as it was written', async () => {
  const { refusals } = await read([{ text: '{{שם;tpye=text;role=קונה}}', direction: 'rtl' }], 'visual')
  expect(refusals).toEqual(['import.tagKeyUnknown'])
})

test('whatever the line, a tag is read as it was written or refused, and no other character goes', async () => {
  const word = fc.constantFrom('שם', 'קונה', 'توقيع', 'Name', 'B2', '12', '5.1.2026', '(א)', '(x)', '–', 'x:')
  const words = fc.array(word, { maxLength: 3 }).map((list) => list.join(' '))
  const name = fc.array(word, { minLength: 1, maxLength: 2 }).map((list) => list.join(' '))
  const tag = fc.record({ label: name, role: fc.option(name) })
  const line = fc.record({
    parts: fc.array(fc.record({ before: words, tag }), { minLength: 1, maxLength: 2 }),
    after: words,
    direction: fc.constantFrom('ltr', 'rtl'),
    writer: fc.constantFrom(...writers),
  })
  let readCount = 0
  await fc.assert(
    fc.asyncProperty(line, async ({ parts, after, direction, writer }) => {
      const written = parts.map(({ before, tag: { label, role } }) => {
        return `${before} {{${label};type=text${role === null ? '' : `;role=${role}`}}} `
      })
      const text = `${written.join('')}${after}`.trim()
      fc.pre(/[\u0590-\u06ff]/.test(text))
      const { fields, refusals, remaining } = await read([{ text, direction }], writer)
      if (refusals.length > 0) return
      readCount++
      const expected = parts.map(({ tag: { label, role } }) => [label, role])
      expect(fields.toSorted()).toEqual(expected.toSorted())
      expect(sorted(remaining)).toBe(sorted(parts.map(({ before }) => before).join('') + after))
    }),
    { numRuns: 150 },
  )
  expect(readCount).toBeGreaterThan(40)
})
