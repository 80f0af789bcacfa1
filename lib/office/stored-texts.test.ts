import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkConvertible, checkTextDocument } from './check/text-document.ts'
import { Zip } from './check/zip.ts'
import { makeZip, odt } from './fixtures/text-documents.ts'
import { findFormulaWithoutText, keepStoredTexts } from './stored-texts.ts'

const namespaces = ['table', 'office', 'style', 'dc', 'svg']
  .map((name) => `xmlns:${name}="${name}"`)
  .join(' ')
const section = (content: string) => `<text:section ${namespaces}>${content}</text:section>`
const cell = (attributes: string, text: string) =>
  `<table:table><table:table-row><table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`

/** The content after it was rewritten. */
async function keep(content: string) {
  const kept = await keepStoredTexts(await odt({ body: section(content) }))
  expect(await checkTextDocument(kept)).toMatchObject({ ok: true, type: 'odt' })
  const xml = (await new Zip(kept).text('content.xml'))!
  return /<text:section [^>]*>(.*)<\/text:section>/s.exec(xml)![1]
}

it.each([
  ['a formula', 'table:formula="ooow:sum &lt;B1:B2&gt;"'],
  ['a formula with its value', 'table:formula="ooow:1" office:value-type="float" office:value="3000.75"'],
  ['a value', 'office:value-type="currency" office:currency="EUR" office:value="3000.75"'],
  ['a day', 'office:value-type="date"\n office:date-value="2026-03-01"'],
  ['a text', "office:value-type='string' office:string-value='&gt; = \"other\"'"],
])('makes a text of a cell with %s, and keeps its style', async (_, value) => {
  const style = 'table:style-name="formula=&quot;1&quot;"'
  for (const attributes of [`${style} ${value}`, `${value} ${style}`])
    expect((await keep(cell(attributes, '3.000,75 €')))!.replace(/\s+(?=table:style)/, ' ')).toBe(
      cell(style, '3.000,75 €'),
    )
})

it.each([
  ['table-formula', 'text:formula="ooow:sum &lt;B1:B2&gt;"'],
  ['database-name', 'text:database-name="a" text:table-name="b"'],
  ['expression', 'text:formula="ooow:1+1" office:value-type="float" office:value="2"'],
  ['variable-get', 'text:name="a"'],
  ['user-field-get', 'text:name="a"'],
  ['conditional-text', 'text:condition="ooow:a &gt; 1.000,5" text:string-value-if-true="x"'],
  ['title', ''],
  ['sender-firstname', 'text:fixed="false"'],
  ['author-name', ''],
  ['modification-date', 'style:data-style-name="N1"'],
  ['creation-time', ''],
  ['editing-cycles', ''],
  ['user-defined', 'text:name="Price"'],
  ['word-count', ''],
  ['date', 'text:fixed="true" text:date-value="2026-02-01"'],
  ['time', 'text:fixed="true"'],
  ...['bookmark', 'reference', 'sequence', 'note'].map((name) => [
    `${name}-ref`,
    'text:ref-name="a" text:reference-format="direction"',
  ]),
])('puts the stored text in place of a field: %s', async (name, attributes) => {
  expect(await keep(`<text:p>(<text:${name} ${attributes}>01/02 &amp; 5</text:${name}>)</text:p>`)).toBe(
    '<text:p>(01/02 &amp; 5)</text:p>',
  )
})

it.each([
  ['page-number', ''],
  ['page-count', ''],
  ['date', 'text:date-value="2026-02-01"'],
  ['date', 'text:fixed="false"'],
  ['file-name', 'text:display="name"'],
  ['bookmark-ref', 'text:ref-name="a" text:reference-format="page"'],
  ['sequence', 'text:name="Table" text:formula="ooow:Table+1"'],
  ['variable-set', 'text:name="a" text:display="none" text:formula="ooow:1"'],
  ['user-field-get', 'text:name="a" text:display="none"'],
  ['note-ref', 'text:ref-name="a" text:reference-format="text"'],
  ['span', ''],
])('leaves the document as it is with %s %s', async (name, attributes) => {
  const body = section(`<text:p><text:${name} ${attributes}>1</text:${name}></text:p>`)
  const document = await odt({ body })
  expect(await keepStoredTexts(document)).toBe(document)
})

it('puts the stored text in place of all fields of ODF but those that LibreOffice prints as they are, or computes', async () => {
  /** Fields with a text (ODF 1.3 part 3, 7.3 to 7.7). */
  const fields =
    'date time page-number page-continuation sender-firstname sender-lastname sender-initials sender-title sender-position sender-email sender-phone-private sender-fax sender-company sender-phone-work sender-street sender-city sender-postal-code sender-country sender-state-or-province author-name author-initials chapter file-name template-name sheet-name variable-set variable-get variable-input user-field-get user-field-input sequence expression text-input initial-creator creation-date creation-time description user-defined print-time print-date printed-by title subject keywords editing-cycles editing-duration modification-time modification-date creator page-count paragraph-count word-count character-count table-count image-count object-count conditional-text hidden-text hidden-paragraph reference-ref bookmark-ref note-ref sequence-ref placeholder database-row-number database-display database-name page-variable-get drop-down measure table-formula execute-macro script bibliography-mark meta-field'
  const computed =
    'date time page-number page-continuation chapter file-name sheet-name sequence page-count hidden-text hidden-paragraph reference-ref bookmark-ref note-ref sequence-ref page-variable-get'
  const asTheyAre =
    'variable-input text-input placeholder drop-down measure execute-macro script bibliography-mark meta-field'
  const left = [...computed.split(' '), ...asTheyAre.split(' ')]
  for (const name of fields.split(' ')) {
    const xml = `<text:p><text:${name}>5</text:${name}></text:p>`
    const kept = (await keep(xml))!.replace(
      '<text:variable-set text:display="none">5</text:variable-set>',
      '',
    )
    expect(kept).toBe(left.includes(name) ? xml : '<text:p>5</text:p>')
  }
})

it.each([
  '<text:date text:fixed="true" text:date-value="2026-02-01"/>',
  '<text:time text:fixed="true" text:time-value="2026-02-01T10:20:30"></text:time>',
  '<text:title/>',
  '<text:user-field-get text:name="a"/>',
  '<text:variable-set text:name="a" office:value-type="float" office:value="3.5"/>',
])('leaves a field without a text, of which LibreOffice prints the value: %s', async (field) => {
  expect(await keep(`<text:p>${field}</text:p>`)).toBe(`<text:p>${field}</text:p>`)
})

it('keeps the text of a condition where it is empty', async () => {
  const field = '<text:conditional-text text:condition="ooow:a &gt; 1,5" text:string-value-if-true="x"/>'
  expect(await keep(`<text:p>(${field})</text:p>`)).toBe('<text:p>()</text:p>')
})

describe('a formula without a text', () => {
  const formulaCell = (content: string) =>
    `<table:table><table:table-row><table:table-cell table:formula="ooow:sum &lt;A1:A2&gt;" office:value="2">${content}</table:table-cell></table:table-row></table:table>`
  const find = async (content: string) => findFormulaWithoutText(await odt({ body: section(content) }))

  it.each([
    ['a cell', formulaCell(''), 'ooow:sum <A1:A2>'],
    ['a cell with an empty paragraph', formulaCell('\n <text:p><text:span/></text:p>\n'), 'ooow:sum <A1:A2>'],
    ...['expression', 'table-formula', 'variable-set'].map((name) => [
      name,
      `<text:p>a<text:${name} text:formula="ooow:1+1" office:value-type="float"/></text:p>`,
      'ooow:1+1',
    ]),
  ])('is found: %s', async (_, content, formula) => {
    expect(await find(content!)).toBe(formula)
    expect(await checkConvertible(await odt({ body: section(content!) }))).toMatchObject({
      ok: false,
      reason: 'not_convertible',
      message: expect.stringContaining(formula!),
    })
  })

  it.each([
    ['a cell with a text', formulaCell('<text:p>2</text:p>')],
    ['a cell without a formula', cell('office:value="2"', '')],
    ['a merged cell', formulaCell('').replaceAll('table-cell', 'covered-table-cell')],
    ['a counter', '<text:p><text:sequence text:formula="ooow:a+1"/></text:p>'],
    ['an empty text', '<text:p><text:expression text:formula="ooow:a" office:value-type="string"/></text:p>'],
    ['a hidden variable', '<text:p><text:variable-set text:formula="ooow:1" text:display="none"/></text:p>'],
    ['a shape', '<draw:equation draw:formula="1+1"/>'],
  ])('is not: %s', async (_, content) => {
    expect(await find(content)).toBeNull()
  })
})

it('leaves the titles of pictures and the authors of comments, which are no fields', async () => {
  const body = section(
    `<text:p><svg:title>a</svg:title><office:annotation><dc:creator>b</dc:creator></office:annotation></text:p>${cell('table:style-name="a"', '5')}`,
  )
  const document = await odt({ body })
  expect(await keepStoredTexts(document)).toBe(document)
})

it('keeps the value of a variable for conditions, and prints its text', async () => {
  const variable = (attributes: string, content: string) =>
    `<text:variable-set${attributes} text:name="a" text:formula="ooow:1.200,5">${content}</text:variable-set>`
  const hidden = `${variable(' text:display="none"', '1.200,50')}1.200,50`
  for (const attributes of ['', ' text:display="value"'])
    expect(await keep(`<text:p>${variable(attributes, '1.200,50')}<text:title>b</text:title></text:p>`)).toBe(
      `<text:p>${hidden}b</text:p>`,
    )
})

it('reads fields with another prefix of their namespace', async () => {
  const declared = 'xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
  const title = (content: string) => `<text:p ${declared}>${content}</text:p>`
  expect(await keep(title('<t:title>a</t:title><t:variable-set t:name="b">c</t:variable-set>'))).toBe(
    title('a<t:variable-set t:display="none" t:name="b">c</t:variable-set>c'),
  )
})

it('reads headers and footers', async () => {
  const styles = `<office:document-styles xmlns:office="o" xmlns:text="t"><text:p><text:title>Lease</text:title></text:p></office:document-styles>`
  const document = await makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': '<office:document-content xmlns:office="o"/>',
    'styles.xml': styles,
  })
  const kept = new Zip(await keepStoredTexts(document))
  expect(await kept.text('styles.xml')).toBe(styles.replaceAll(/<\/?text:title>/g, ''))
  expect(kept.names).toEqual(['mimetype', 'content.xml', 'styles.xml'])
})

describe('cells and fields in any order', () => {
  it('keep their texts', async () => {
    const word = fc.string({ unit: fc.constantFrom('1', ',', '.', ' ', '€'), maxLength: 6 })
    const piece = fc.oneof(
      fc.record({ kind: fc.constant('text'), word }),
      fc.record({ kind: fc.constantFrom('title', 'expression', 'variable-set', 'span', 'a'), word }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 4 }), async (texts) => {
        const content = texts.map((pieces, index) => {
          const xml = pieces.map(({ kind, word }) =>
            kind === 'text' ? word : `<text:${kind} text:formula="ooow:1">${word}</text:${kind}>`,
          )
          const paragraph = xml.join('')
          return index % 2
            ? cell('table:formula="ooow:1" office:value="1"', paragraph)
            : `<text:p>${paragraph}</text:p>`
        })
        const kept = (await keep(content.join('')))!
        const printed = kept.replaceAll(/<text:variable-set [^>]*display="none".*?<\/text:variable-set>/g, '')
        expect(printed.replaceAll(/<[^>]*>/g, '')).toBe(
          texts
            .flat()
            .map(({ word }) => word)
            .join(''),
        )
        const withTexts = printed.replaceAll(/<text:([a-z-]+) [^>]*><\/text:\1>/g, '')
        expect(withTexts).not.toMatch(/table:formula|office:value|<text:(title|expression|variable)/)
      }),
      { numRuns: 100 },
    )
  })
})
