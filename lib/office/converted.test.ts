import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { readWithPdfjs } from '#lib/pdf/file/reading'
import { jpegImage, pngImage } from '#lib/pdf/fixtures/images'
import { checkTextDocument, type TextDocumentType } from './check/text-document.ts'
import { cleanHtml } from './clean/clean.ts'
import { convertWithOffice, officePath } from './convert.ts'
import { keepFieldResults } from './fields/results.ts'
import { docx, makeZip, odt } from './fixtures/text-documents.ts'
import { keepStoredTexts } from './stored-texts.ts'

const office = officePath() ?? ''

/** The document as PDF, after it was checked or cleaned as an upload is. */
async function makePdf(bytes: Uint8Array, type: TextDocumentType): Promise<Uint8Array> {
  const checked = type === 'html' ? await cleanHtml(bytes) : await checkTextDocument(bytes)
  if (!checked.ok) throw new Error(checked.message)
  const keep = type === 'docx' ? keepFieldResults : keepStoredTexts
  const shown = 'bytes' in checked ? checked.bytes : await keep(bytes)
  const output = await convertWithOffice(shown, type, {
    office,
    parentFolder: join(env().dataDir, 'conversions'),
    locale: 'en',
    name: 'document',
    maxBytes: 20_000_000,
    limits: { timeoutSeconds: 60, processorSeconds: 40, niceIncrement: 0 },
    signal: undefined,
  })
  if (typeof output === 'string') throw new Error(output)
  return new Uint8Array(output)
}

/** The text of each page of the PDF. */
async function convert(bytes: Uint8Array, type: TextDocumentType): Promise<string[]> {
  const { texts } = await readWithPdfjs(await makePdf(bytes, type), { maxPages: 20, textPages: 20 })
  return texts.map((text) => (text ?? '').replace(/\s+/g, ' ').trim())
}

const dataUrl = (bytes: Uint8Array, type: string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

describe.skipIf(!office)('a page in HTML, converted with LibreOffice', () => {
  let pages: string[]
  let text: string
  beforeAll(async () => {
    const html = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>HIDDEN-TITLE</title>
<style>body { font-family: sans-serif } .screen { display: none } @media screen { .paper { display: none } }
@media screen, print { .gone { display: none } } .no-print { display: none !important } .page { break-before: page }
table { width: 100% } th { text-align: left }</style>
<style media="screen">.shown { display: none }</style></head><body>
<h1>Heading of the page</h1>
<p class="screen">HIDDEN-CLASS</p><p class="gone">HIDDEN-PRINT</p><p hidden>HIDDEN-ATTRIBUTE</p>
<p class="no-print" style="display: flex">HIDDEN-IMPORTANT</p><p class="paper shown">Only on paper</p>
<p>Größe, œuvre, Ελληνικά, Русский, &euro;&nbsp;5</p>
<p dir="rtl" lang="he">שם מלא</p>
<p style="white-space: pre-wrap">first line
second line</p>
<ol><li>one</li><li>two<ol type="a"><li>below</li></ol></li></ol>
<table border="1"><tr><th>Item<th>Price<tr><td>Rent<td style="text-align: right">1,250<tr><td colspan="2"><table><tr><td>nested</td></tr></table></table>
<p><input type="checkbox" checked> agreed, <input value="Ada Lovelace"></p>
<p><img src="${dataUrl(pngImage(), 'image/png')}" width="40" alt="x"><img src="${dataUrl(jpegImage(), 'image/jpeg')}" width="40" alt="y">
<img src="data:image/gif;base64,R0lG" alt="Missing logo"></p>
<p>link to <a href="https://example.com/">a site</a></p>
<div class="page"><h2>Second page</h2><p>its text</p></div>
<script>document.write('HIDDEN-SCRIPT')</script><noscript>HIDDEN-NOSCRIPT</noscript></body></html>`
    pages = await convert(new TextEncoder().encode(html), 'html')
    text = pages.join(' ')
  }, 90_000)

  it('shows nothing that is hidden, and no script', () => {
    expect(text).not.toContain('HIDDEN')
  })

  it.each([
    ['headings', 'Heading of the page'],
    ['what is only on paper', 'Only on paper'],
    ['letters of many scripts', 'Größe, œuvre, Ελληνικά, Русский, € 5'],
    ['kept lines', 'first line second line'],
    ['numbers of lists', /1\. ?one 2\. ?two a\. ?below/],
    ['tables in their order', 'Item Price Rent 1,250 nested'],
    ['states and values of inputs', /☒ ?agreed, Ada Lovelace/],
    ['the description of an image that cannot be shown', '[Missing logo]'],
    ['links', 'link to a site'],
  ])('shows %s', (_, expected) => {
    if (typeof expected === 'string') expect(text).toContain(expected)
    else expect(text).toMatch(expected)
  })

  it('begins a page where the style says so', () => {
    expect(pages).toHaveLength(2)
    expect(pages[1]).toBe('Second page its text')
  })
})

describe.skipIf(!office)('a document, converted with LibreOffice', () => {
  const paragraph = (text: string, properties = '') =>
    `<w:p><w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

  it('DOCX: tables, breaks, hidden and deleted text, fields, and parts that are not run', async () => {
    const body = [
      paragraph('Größe'),
      paragraph('HIDDEN-TEXT', '<w:rPr><w:vanish/></w:rPr>'),
      '<w:p><w:r><w:t>page </w:t></w:r><w:fldSimple w:instr=" PAGE "><w:r><w:t>9</w:t></w:r></w:fldSimple></w:p>',
      '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>left</w:t></w:r></w:p></w:tc><w:tc><w:tbl><w:tr><w:tc><w:p><w:r><w:t>inner</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/></w:tc></w:tr></w:tbl>',
      '<w:p><w:r><w:br w:type="page"/></w:r><w:r><w:t>second page</w:t></w:r></w:p>',
    ].join('')
    const files = { 'word/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex') }
    const pages = await convert(await docx({ text: 'Lease', body, files }), 'docx')
    expect(pages).toHaveLength(2)
    expect(pages[0]).toMatch(/^Lease Größe page ?1 left inner$/)
    expect(pages[1]).toBe('second page')
  }, 90_000)

  it('DOCX: the stored result of a condition', async () => {
    const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const code = '<w:r><w:instrText>IF 1 = 1 "yes" "no"</w:instrText></w:r>'
    const field = `${char('begin')}${code}${char('separate')}<w:r><w:t>yes</w:t></w:r>${char('end')}`
    const body = `<w:p><w:r><w:t>pets:</w:t></w:r>${field}</w:p>`
    expect(await convert(await docx({ body }), 'docx')).toEqual(['Lease pets:yes'])
  }, 90_000)

  it('DOCX and ODT: the stored totals of tables', async () => {
    const rows = ['850,00 €', '1 200,00 €', '2 050,00 €']
    const total = (content: string) =>
      `<w:p><w:fldSimple w:instr=" =SUM(ABOVE) \\# &quot;# ##0,00 €&quot; "><w:r><w:t>${content}</w:t></w:r></w:fldSimple></w:p>`
    const cells = [...rows.slice(0, 2).map((text) => paragraph(text)), total(rows[2]!)]
    const body = `<w:tbl>${cells.map((cell) => `<w:tr><w:tc>${cell}</w:tc></w:tr>`).join('')}</w:tbl><w:p/>`
    const namespaces =
      'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:ooow="http://openoffice.org/2004/writer"'
    const formula = 'table:formula="ooow:sum &lt;A1:A2&gt;" office:value-type="float" office:value="2050"'
    const odtRows = rows.map(
      (text, index) =>
        `<table:table-row><table:table-cell ${index === 2 ? formula : ''}><text:p>${text}</text:p></table:table-cell></table:table-row>`,
    )
    const table = `<table:table ${namespaces} table:name="T"><table:table-column/>${odtRows.join('')}</table:table>`
    expect(await convert(await docx({ body }), 'docx')).toEqual([`Lease ${rows.join(' ')}`])
    expect(await convert(await odt({ body: table }), 'odt')).toEqual([`Lease ${rows.join(' ')}`])
  }, 90_000)

  it('has letters in scripts that the fonts of the system lack, and Latin ones of the system', async () => {
    const fontsOf = async (text: string) => {
      const pdf = Buffer.from(await makePdf(await docx({ text }), 'docx')).toString('latin1')
      return [...pdf.matchAll(/\/BaseFont\/\w+\+(\w+)/g)].map(([, name]) => name!.replace(/Regular$/, ''))
    }
    const fonts = await fontsOf('Lease 契約 한국어 हिन्दी বাংলা தமிழ் ไทย አማርኛ ភាសា')
    for (const script of ['Bengali', 'Tamil', 'Ethiopic', 'Khmer'])
      expect(fonts).toContain(`NotoSans${script}`)
    expect(await fontsOf('Lease – Größe Ελληνικά Русский')).not.toContainEqual(
      expect.stringMatching(/Noto|Nanum/),
    )
  }, 90_000)

  it('ODT: sections, spaces and macros that are not run', async () => {
    const body =
      '<text:section text:name="a"><text:p>in a<text:s text:c="2"/>section</text:p></text:section><text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>'
    const pages = await convert(await odt({ text: 'Lease Größe', body }), 'odt')
    expect(pages).toEqual([expect.stringMatching(/^Lease Größe in a\s+section\s.*item$/)])
  }, 90_000)

  it('leaves no folder behind', () => {
    const folder = join(env().dataDir, 'conversions')
    mkdirSync(folder, { recursive: true })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe.skipIf(!office)('a document that is no whole one', () => {
  it('has a reason in place of a PDF', async () => {
    await expect(convert(await makeZip({ 'word/document.xml': '<a/>' }), 'docx')).rejects.toThrow('neither')
    await expect(convert(new TextEncoder().encode('<script>x</script>'), 'html')).rejects.toThrow('scripts')
    await expect(convert((await docx()).subarray(0, 500), 'docx')).rejects.toThrow('damaged')
  })
})
