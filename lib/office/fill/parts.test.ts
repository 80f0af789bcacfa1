import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTextDocument } from '../check/text-document.ts'
import { Zip } from '../check/zip.ts'
import { docx } from '../fixtures/text-documents.ts'
import { fillDocx, findDifference, findPlaceholders } from './fill.ts'
import type { FillValues, Placeholder } from './placeholders.ts'

const numbering = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const plain = (text: string) => `<w:p><w:pPr/>${run(text)}</w:p>`
const numbered = (text: string) => `<w:p><w:pPr>${numbering}</w:pPr>${run(text)}</w:p>`
const cell = (...paragraphs: string[]) => `<w:tc><w:tcPr/>${paragraphs.join('')}</w:tc>`
const row = (...texts: string[]) => `<w:tr>${texts.map((text) => cell(plain(text))).join('')}</w:tr>`
const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl>`
const end = plain('end')

/** The XML of the body after its first paragraph. */
async function fillBody(body: string, values: FillValues): Promise<string> {
  const filled = await fillDocx(await docx({ body }), values)
  expect(await checkTextDocument(filled)).toMatchObject({ ok: true })
  const text = (await new Zip(filled).text('word/document.xml'))!
  return text.replace(/^.*?<w:body>.*?<\/w:p>/s, '').replace('</w:body></w:document>', '')
}

/** The texts of the paragraphs; `#` begins a numbered one. */
async function fillLines(body: string, values: FillValues): Promise<string[]> {
  const xml = (await fillBody(body, values)).replaceAll('<w:p/>', '<w:p></w:p>')
  const paragraphs = xml.match(/<w:p>.*?<\/w:p>/gs) ?? []
  return paragraphs.map(
    (paragraph) => (paragraph.includes('<w:numPr>') ? '#' : '') + paragraph.replaceAll(/<[^>]*>/g, ''),
  )
}

const two = {
  items: [
    { name: 'A', price: '1' },
    { name: 'B', price: '2' },
  ],
}
const none = { items: [] }

describe('a list in numbered paragraphs', () => {
  it.each([
    [
      'its text',
      ['[[#each items]][[name]]', 'middle', '[[price]][[/each]]'],
      ['#A', '#middle', '#1', '#B', '#middle', '#2'],
    ],
    ['tags of their own', ['[[#each items]]', '[[name]]', '[[/each]]'], ['#A', '#B']],
    ['one item', ['[[#each items]][[name]][[/each]]'], ['#A', '#B']],
    ['a condition in an item', ['[[#each items]][[name]][[#if price]]![[/if]][[/each]]'], ['#A!', '#B!']],
  ])('repeats the paragraphs with %s, or removes them', async (_, texts, lines) => {
    const body = texts.map(numbered).join('') + end
    expect(await fillLines(body, two)).toEqual([...lines, 'end'])
    expect(await fillLines(body, none)).toEqual(['end'])
  })

  it('repeats only what stands between the tags of a clause', async () => {
    const body = numbered('Of [[#each items]][[name]], [[/each]]who are liable.') + end
    expect(await fillLines(body, two)).toEqual(['#Of A, B, who are liable.', 'end'])
    expect(await fillLines(body, none)).toEqual(['#Of who are liable.', 'end'])
    const nested = numbered('Of [[#if items]][[#each items]][[name]], [[/each]][[/if]]who.')
    expect(await fillLines(nested, two)).toEqual(['#Of A, B, who.'])
  })

  it('may end in a plain paragraph, before its text', async () => {
    const body = numbered('[[#each items]][[name]]') + plain('x') + plain('[[/each]]after') + end
    expect(await fillLines(body, two)).toEqual(['#A', 'x', '#B', 'x', 'after', 'end'])
    expect(await fillLines(body, none)).toEqual(['after', 'end'])
  })

  it('leaves a paragraph in a cell', async () => {
    const body = table(`<w:tr>${cell(numbered('[[#each items]][[name]][[/each]]'))}</w:tr>`) + end
    expect(await fillLines(body, two)).toEqual(['#A', '#B', 'end'])
    expect(await fillBody(body, none)).toContain('<w:tcPr/><w:p/></w:tc>')
  })
})

describe('a paragraph with nothing but a condition', () => {
  it.each([
    ['in one paragraph', [numbered('[[#if x]]two[[/if]]')], ['#two']],
    ['in several', [plain('[[#if x]]'), numbered('two'), plain('[[/if]] ')], ['#two']],
    ['within another', [numbered('[[#if x]][[#if x]]two[[/if]][[/if]]')], ['#two']],
    [
      'from the end of a text',
      [plain('one[[#if x]]'), plain('two'), plain('[[/if]]three')],
      ['one', 'two', 'three'],
    ],
  ])('is removed if it does not hold: %s', async (_, paragraphs, lines) => {
    const body = plain('before') + paragraphs.join('') + end
    expect(await fillLines(body, { x: 'true' })).toEqual(['before', ...lines, 'end'])
    const rest = lines.filter((line) => !line.endsWith('two'))
    expect(await fillLines(body, {})).toEqual(['before', ...rest, 'end'])
  })

  it('stays, empty, between two tables and after one at the end of a cell', async () => {
    const condition = plain('[[#if x]]text[[/if]]')
    const inner = table(row('a'))
    expect(await fillLines(inner + condition + inner + end, {})).toEqual(['a', '', 'a', 'end'])
    const nested = table(`<w:tr>${cell(inner, condition, condition)}</w:tr>`) + end
    expect(await fillLines(nested, {})).toEqual(['a', '', 'end'])
    const repeated = plain('[[#each items]]') + table(row('[[name]]')) + plain('[[/each]]') + end
    expect((await fillLines(plain('x') + repeated, two)).join()).toBe('x,A,,B,end')
    expect(await fillLines(repeated, none)).toEqual(['end'])
  })

  it('keeps the break of a section while it holds', async () => {
    const section =
      '<w:p><w:pPr><w:sectPr><w:pgSz w:w="1"/></w:sectPr></w:pPr><w:r><w:t>[[/if]]</w:t></w:r></w:p>'
    const body = plain('[[#if x]]') + plain('annex') + section + end
    expect(await fillBody(body, { x: 'true' })).toContain('w:pgSz')
    expect(await fillBody(body, {})).not.toContain('w:pgSz')
    const pageBreak = '<w:p><w:r><w:t>[[#if x]]</w:t><w:br w:type="page"/></w:r></w:p>'
    expect(await fillBody(pageBreak + plain('annex[[/if]]') + end, { x: 'true' })).toContain('w:type="page"')
  })
})

it.each([
  ['[[#\u200eif a]]x[[/if]]'],
  ['[[#if\u200e a]]x[[/if]]'],
  ['[[#if \u200fa\u200f]]x[[/if]]'],
  ['[[#if a]]x[[/\u200eif\u200f]]'],
  ['[[#\u200eeach l]][[b]][[/each]]'],
  ['[[#each\u061c l]][[\u200fb]][[/each\u200e]]'],
  ['[[#each l]][[#\u200eif\u00a0b]]x[[/if]][[/each]]'],
])('marks of directions do not count in %j', async (text) => {
  const body = plain(text)
  expect(await findPlaceholders(await docx({ body }), false)).toHaveProperty('parts')
  expect(await fillLines(body, { a: 'true', l: [{ b: 'x' }] })).toEqual(['x'])
})

it('a text may have a name that begins like a condition', async () => {
  expect(await fillLines(plain('[[if any]]'), { 'if any': 'x' })).toEqual(['x'])
})

describe('a paragraph with nothing but the tag of a part', () => {
  const tag = (properties: string) => `<w:p><w:pPr>${properties}</w:pPr>${run('[[#if x]]')}</w:p>`

  it.each(['<w:pageBreakBefore/>', '<w:pageBreakBefore w:val="1"/>'])(
    'begins a page while the condition holds: %s',
    async (property) => {
      const body = tag(property) + plain('annex') + plain('[[/if]]') + end
      expect(await fillLines(body, { x: 'true' })).toEqual(['', 'annex', 'end'])
      expect(await fillBody(body, { x: 'true' })).toContain('pageBreakBefore')
      expect(await fillLines(body, {})).toEqual(['end'])
    },
  )

  it('is removed where a page break of its style is switched off', async () => {
    const body = tag('<w:pageBreakBefore w:val="false"/>') + plain('annex[[/if]]') + end
    expect(await fillLines(body, { x: 'true' })).toEqual(['annex', 'end'])
  })

  it('leaves the bounds of bookmarks and comments beside the part', async () => {
    const [start, close] = ['<w:bookmarkStart w:id="1" w:name="a"/>', '<w:bookmarkEnd w:id="1"/>']
    const comment = '<w:commentRangeStart w:id="2"/>'
    const body = [
      `<w:p>${start}${comment}${run('[[#if x]]')}</w:p>`,
      `${plain('annex')}<w:p>${run('[[/if]]')}${close}</w:p>${end}`,
    ].join('')
    expect(await fillBody(body, { x: 'true' })).toBe(start + comment + plain('annex') + close + end)
    expect(await fillBody(body, {})).toBe(start + comment + close + end)
  })
})

describe('a row of a table', () => {
  const rows = [
    { a: '1', b: '2' },
    { a: '3', b: '4' },
  ]

  it('is repeated with the tags after its list, which have the values of the document', async () => {
    const fill = (...cells: string[]) =>
      fillLines(table(row('[[#each l]][[a]]', '[[b]][[/each]]', ...cells)), {
        ...{ l: rows, m: [{ z: 'x' }, { z: 'y' }], c: 'true', a: 'DOC' },
      })
    expect((await fill('[[#if c]]COND[[/if]]')).join()).toBe('1,2,COND,3,4,COND')
    expect((await fill('[[#each m]][[z]];[[/each]]')).join()).toBe('1,2,x;y;,3,4,x;y;')
    expect((await fill('[[a]]')).join()).toBe('1,2,DOC,3,4,DOC')
    expect((await fill('[[#each m]][[z]]', '[[/each]]')).join()).toBe('1,2,x,,1,2,y,,3,4,x,,3,4,y,')
  })
})

describe('tags in other elements of a paragraph', () => {
  const inserted = (content: string) => `<w:ins w:id="1" w:author="A">${content}</w:ins>`
  const link = (content: string) => `<w:hyperlink w:anchor="x">${content}</w:hyperlink>`
  const control = (content: string) =>
    `<w:sdt><w:sdtPr><w:id w:val="1"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`

  it.each([
    ['insertions', `${inserted(run('[[#if x]]'))}${run('law')}${inserted(run('[[/if]]'))}`],
    ['an insertion', inserted(run('[[#if x]]law[[/if]]'))],
    ['a link', link(run('[[#if x]]law[[/if]]'))],
    ['different elements', `${link(run('[[#if x]]la'))}${control(run('w[[/if]]'))}`],
    ['a content control', control(run('[[#if x]]law[[/if]]'))],
  ])('are filled in: %s', async (_, content) => {
    const body = `<w:p>${run('The ')}${content}${run(' holds')}</w:p>`
    expect(await fillLines(body, { x: 'true' })).toEqual(['The law holds'])
    const without = await fillBody(body, {})
    expect(without.replaceAll(/<[^>]*>/g, '')).toBe('The  holds')
    expect(without).not.toMatch(/w:(ins|hyperlink|sdt)\b/)
  })

  it('are filled in when a control has whole paragraphs', async () => {
    const body = `${control(plain('[[#if x]]law[[/if]]'))}${end}`
    expect(await fillLines(body, { x: 'true' })).toEqual(['law', 'end'])
    expect(await fillLines(body, {})).toEqual(['', 'end'])
  })

  it.each([
    ['an insertion', inserted(run('m'))],
    ['a smart tag', `<w:smartTag w:element="x"><w:smartTagPr/>${inserted(run('m'))}</w:smartTag>`],
    ['a deletion beside it', `<w:del w:id="2"><w:r><w:delText/></w:r></w:del>${inserted(run('m'))}`],
  ])('are read as they are shown where they are split by %s', async (_, part) => {
    const body = `<w:p>${run('A [[na')}${part}${run('e]] B')}</w:p>`
    const found = await findPlaceholders(await docx({ body }), false)
    expect(found).toEqual({ parts: [{ kind: 'text', name: 'name' }] })
    expect(await fillLines(body, { name: 'Ada' })).toEqual(['A Ada B'])
  })

  it('are not the parts that a version which left out insertions has read', async () => {
    const text = (inner: string) =>
      docx({ body: `<w:p>${run('[[#if cust')}${inner}${run(']]A[[/if]]')}</w:p>` })
    const parts = (name: string): Placeholder[] => [{ kind: 'if', name, parts: [] }]
    expect(await findDifference(await text(''), parts('cust'))).toBeNull()
    const split = await text(inserted(run('omer')))
    expect(await findDifference(split, parts('cust'))).toMatchObject({ key: 'documents.readDifferently' })
    expect(await findDifference(split, parts('customer'))).toBeNull()
    const apart = await docx({ body: `${table(row('[[#if a]]'))}${plain('[[/if]]')}` })
    expect(await findDifference(apart, parts('a'))).toBeNull()
  })

  it('are refused by name where a link splits them', async () => {
    const body = `<w:p>${run('A [[na')}${link(run('m'))}${run('e]] B')}</w:p>`
    const found = await findPlaceholders(await docx({ body }), false)
    expect(found).toMatchObject({ problem: { values: { tag: '[[name]]' } } })
  })
})

describe('each kind of tag before, in and after a list', () => {
  const outer = {
    text: { tag: '[[t]]', print: () => 'T' },
    condition: { tag: '[[#if c]]C[[/if]]', print: (holds: boolean) => (holds ? 'C' : '') },
    list: { tag: '[[#each m]][[v]]+[[/each]]', print: () => 'x+y+' },
    both: {
      tag: '[[#if c]][[#each m]][[v]]+[[/each]][[t]][[/if]]',
      print: (holds: boolean) => (holds ? 'x+y+T' : ''),
    },
  }
  const inner = {
    text: { tag: '[[v]]', print: (index: number) => `v${index}` },
    condition: { tag: '[[#if w]]W[[/if]]', print: (index: number) => (index % 2 ? 'W' : '') },
    both: { tag: '[[#if w]][[v]][[/if]]', print: (index: number) => (index % 2 ? `v${index}` : '') },
  }
  type Texts = [before: string, items: string[], after: string]
  const inText = ([before, items, after]: Texts) => [
    `${before}|${items.map((item) => `${item};`).join('')}|${after}`,
  ]
  const text = (before: string, tag: string, after: string) =>
    `${before}|[[#each l]]${tag};[[/each]]|${after}`
  const lines = ([before, items, after]: Texts) => [before, ...items.map((item) => `${item};`), after]
  const rowLines = ([before, items, after]: Texts) =>
    items.flatMap((item) => [`${before}|`, item, ';', `|${after}`])
  const contexts = {
    plain: { body: (...tags: [string, string, string]) => plain(text(...tags)), print: inText },
    numbered: {
      body: (...tags: [string, string, string]) => numbered(text(...tags)),
      print: (texts: Texts) => inText(texts).map((line) => `#${line}`),
    },
    cell: { body: (...tags: [string, string, string]) => table(row(text(...tags))), print: inText },
    paragraphs: {
      body: (before: string, tag: string, after: string) =>
        [`${before}.`, '[[#each l]]', `${tag};`, '[[/each]]', `${after}.`].map(plain).join(''),
      print: ([before, items, after]: Texts) => lines([`${before}.`, items, `${after}.`]),
    },
    list: {
      body: (before: string, tag: string, after: string) =>
        [`${before}.`, `[[#each l]]${tag};[[/each]]`, `${after}.`].map(numbered).join(''),
      print: ([before, items, after]: Texts) =>
        lines([`${before}.`, items, `${after}.`]).map((line) => `#${line}`),
    },
    table: {
      body: (before: string, tag: string, after: string) =>
        table(row(`${before}|`, `[[#each l]]${tag}`, ';[[/each]]', `|${after}`)),
      print: rowLines,
    },
  }
  const oneOf = <T extends object>(values: T) => fc.constantFrom(...(Object.keys(values) as (keyof T)[]))

  it('prints the value of the document outside, and that of the row inside', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...([
          oneOf(contexts),
          oneOf(outer),
          oneOf(inner),
          oneOf(outer),
          fc.boolean(),
          fc.nat({ max: 3 }),
        ] as const),
        async (context, before, item, after, holds, count) => {
          const { body, print } = contexts[context]
          const filled = await fillLines(body(outer[before].tag, inner[item].tag, outer[after].tag), {
            ...{ t: 'T', v: 'DOC', w: 'true', c: String(holds) },
            m: [{ v: 'x' }, { v: 'y' }],
            l: Array.from({ length: count }, (_, index) => ({ v: `v${index}`, w: index % 2 ? 'true' : '' })),
          })
          const items = Array.from({ length: count }, (_, index) => inner[item].print(index))
          expect(filled).toEqual(print([outer[before].print(holds), items, outer[after].print(holds)]))
        },
      ),
      { numRuns: 300 },
    )
  })
})
