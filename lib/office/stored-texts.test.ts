import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTextDocument } from './check/text-document.ts'
import { Zip } from './check/zip.ts'
import { makeZip, odt } from './fixtures/text-documents.ts'
import { keepStoredTexts } from './stored-texts.ts'

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
  expect(await keep(`<text:p>(<text:${name} ${attributes}/>)</text:p>`)).toBe('<text:p>()</text:p>')
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
        expect(printed).not.toMatch(/table:formula|office:value|<text:(title|expression|variable)/)
      }),
      { numRuns: 100 },
    )
  })
})
