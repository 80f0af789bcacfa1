import { type PDF, PdfArray, PdfStream } from '@libpdf/core'
import { dict, textString } from './file/objects.ts'

/** What the metadata of a new document says of it; the document information must say the same (ISO 19005-3, 6.6.3). */
interface Description {
  title: string
  author: string
  producer: string
  madeAt: Date
  /** BCP 47. */
  language: string
}

/** Makes a new document, whose fonts are embedded, a PDF/A-3b (ISO 19005-3): XMP metadata and sRGB as output intent. */
export function makeArchival(pdf: PDF, description: Description): void {
  const catalog = pdf.context.catalog.getDict()
  const metadata = new PdfStream(dict({ Type: '/Metadata', Subtype: '/XML' }), Buffer.from(xmp(description)))
  catalog.set('Metadata', pdf.context.register(metadata))
  const profile = pdf.context.register(new PdfStream(dict({ N: 3 }), srgbProfile()))
  const intent = dict({
    Type: '/OutputIntent',
    S: '/GTS_PDFA1',
    OutputConditionIdentifier: textString('sRGB'),
    DestOutputProfile: profile,
  })
  catalog.set('OutputIntents', PdfArray.of(intent))
}

function xmp({ title, author, producer, madeAt, language }: Description): string {
  const time = `${madeAt.toISOString().slice(0, 19)}Z`
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>${escapeXml(producer)}</xmp:CreatorTool><xmp:CreateDate>${time}</xmp:CreateDate><xmp:ModifyDate>${time}</xmp:ModifyDate>
<pdf:Producer>${escapeXml(producer)}</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
}

/** Without the characters that XML 1.0 excludes. */
function escapeXml(text: string): string {
  const allowed = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
  return allowed.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** An ICC profile (ICC.1:2001-04) of a display with the primaries of sRGB and a gamma of 2.2. */
function srgbProfile(): Uint8Array {
  const text = Buffer.from('sRGB\0', 'latin1')
  const description = Buffer.concat([tag('desc', uint32(text.length)), text, Buffer.alloc(78)])
  const curve = tag('curv', uint32(1), Buffer.from([0x02, 0x33]))
  const tags: [string, Buffer][] = [
    ['desc', description],
    ['cprt', tag('text', Buffer.from('No copyright\0', 'latin1'))],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
    ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyz(0.1431, 0.0606, 0.7141)],
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve]),
  ]
  const headerLength = 128
  let offset = headerLength + 4 + 12 * tags.length
  const table: Buffer[] = [uint32(tags.length)]
  const bodies: Buffer[] = []
  for (const [name, body] of tags) {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
    table.push(Buffer.from(name, 'latin1'), uint32(offset), uint32(body.length))
    bodies.push(padded)
    offset += padded.length
  }
  const header = Buffer.alloc(headerLength)
  header.writeUInt32BE(offset, 0)
  header.writeUInt32BE(0x02400000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [index, value] of [2026, 1, 1].entries()) header.writeUInt16BE(value, 24 + 2 * index)
  header.write('acsp', 36, 'latin1')
  // The illuminant of the connection space, D50.
  xyz(0.9642, 1, 0.8249).copy(header, 68, 8)
  return Buffer.concat([header, ...table, ...bodies])
}

function tag(type: string, ...parts: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4), ...parts])
}

function xyz(...values: number[]): Buffer {
  return tag('XYZ ', ...values.map((value) => uint32(Math.round(value * 65536))))
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
