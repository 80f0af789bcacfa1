import { beforeAll, describe, expect, test } from 'vitest'
import { buildPdf, catalogNumber, stream, writeRevision } from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, signedElsewhere } from '../../fixtures/process.ts'
import { verifyPdf } from '../../verify.ts'

/** XMP metadata that a revision after a signature writes, with validation data as Acrobat does. */

const [info, metadata, certificate] = [30, 31, 32]
const infoEntries =
  "/Title (Lease) /Author (Ada; Bob) /Keywords (rent, flat) /Creator (Word) /CreationDate (D:20261115183516+01'00')"

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

const namespaces =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:a="urn:a"'
const packet = (properties: string, attributes = '') =>
  stream(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" ${namespaces} ${attributes}>${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    '/Type /Metadata /Subtype /XML',
  )

/** Signs a file with these metadata, or none, and appends a revision with others, and validation data. */
async function judge(before: string | null, after: string, addsData = true) {
  const signed = await signedElsewhere(
    fixture,
    buildPdf({
      catalog: before === null ? '' : `/Metadata ${metadata} 0 R`,
      objects: { [info]: `<< ${infoEntries} >>`, ...(before !== null && { [metadata]: before }) },
      trailer: `/Info ${info} 0 R`,
    }),
  )
  const text = Buffer.from(signed).toString('latin1')
  const [, entries] = [
    ...text.matchAll(new RegExp(`\\n${catalogNumber} 0 obj\\s*<<([\\s\\S]*?)>>\\s*endobj`, 'g')),
  ].at(-1)!
  const others = entries!.replace(/\/Metadata \d+ 0 R/, '')
  const store = addsData ? `/DSS << /Certs [${certificate} 0 R] >>` : ''
  const objects = new Map([
    [catalogNumber, `<<${others} /Metadata ${metadata} 0 R ${store} >>`],
    [metadata, after],
    [certificate, stream('certificate')],
  ])
  const { valid, signatures } = await verifyPdf(
    writeRevision(signed, objects, { trailer: `/Info ${info} 0 R` }),
  )
  return { valid, isChanged: signatures[0]!.changedAfterSigning, level: signatures[0]!.modificationLevel }
}

const belongs = { valid: true, isChanged: false, level: 'lta_updates' }
const isChange = { valid: true, isChanged: true, level: 'lta_updates' }
const old = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Lease</rdf:li></rdf:Alt></dc:title><a:b>1</a:b>'
const dates =
  '<xmp:ModifyDate>2026-12-01T10:00:00Z</xmp:ModifyDate><xmpMM:InstanceID>uuid:2</xmpMM:InstanceID>'
const fromInfo = `<dc:format>application/pdf</dc:format><dc:title>Lease</dc:title><dc:creator><rdf:Seq><rdf:li>Ada; Bob</rdf:li></rdf:Seq></dc:creator>
<dc:subject><rdf:Bag><rdf:li>rent</rdf:li><rdf:li>flat</rdf:li></rdf:Bag></dc:subject><pdf:Keywords>rent, flat</pdf:Keywords>
<xmp:CreatorTool>Word</xmp:CreatorTool><xmp:CreateDate>2026-11-15T17:35:16Z</xmp:CreateDate><xmpMM:DocumentID>uuid:1</xmpMM:DocumentID>`

describe('belong to the validation data with which they are written', () => {
  test.each<[string, string | null, string]>([
    [
      'other dates and identifiers',
      packet(`${old}<xmp:ModifyDate>2026</xmp:ModifyDate>`),
      packet(old + dates),
    ],
    ['the same in another form', packet('<a:b>1 &amp; 2</a:b>'), packet(dates, 'a:b="1 &amp; 2"')],
    ['what the document information says', packet('<a:b>1</a:b>'), packet(`<a:b>1</a:b>${fromInfo}`)],
    ['metadata of a file that had none', null, packet(fromInfo + dates)],
    ['the same in another order', packet('<a:b>1</a:b><a:c>2</a:c>'), packet('<a:c>2</a:c>\n<a:b> 1 </a:b>')],
  ])('%s', async (_, before, after) => {
    expect(await judge(before, after)).toEqual(belongs)
  })
})

describe('are a change', () => {
  test.each<[string, string | null, string]>([
    ['another title', packet(old), packet(old.replace('Lease', 'Sale'))],
    ['a title of their own', null, packet('<dc:title>Sale</dc:title>')],
    ['another creation date', null, packet('<xmp:CreateDate>2026-11-15T18:35:16Z</xmp:CreateDate>')],
    [
      'a title that the document information has too',
      packet('<dc:title>A</dc:title>'),
      packet('<dc:title>Lease</dc:title>'),
    ],
    ['a property less', packet(old), packet(dates)],
    ['a property more', packet(old), packet(`${old}<a:c>2</a:c>`)],
    ['a property twice', packet(old), packet(`${old}<a:b>2</a:b>`)],
    ['another attribute', packet(old), packet(old.replace('x-default', 'de'))],
    [
      'text in place of an element',
      packet('<a:b><a:c>1</a:c></a:b>'),
      packet('<a:b>&lt;{urn:a}c&gt;1&lt;/&gt;</a:b>'),
    ],
    ['CDATA', packet('<a:b>1</a:b>'), packet('<a:b>1<![CDATA[2]]></a:b>')],
    [
      'what is no description',
      packet('<a:b>1</a:b>'),
      packet('<a:b>1</a:b></rdf:Description><c/><rdf:Description>'),
    ],
  ])('%s', async (_, before, after) => {
    expect(await judge(before, after)).toEqual(isChange)
  })

  test('without validation data', async () => {
    expect(await judge(packet(old), packet(old + dates), false)).toEqual(isChange)
  })
})
