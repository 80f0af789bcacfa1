import { deflateSync } from 'node:zlib'
import { PDF, type PdfStream } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { resolver } from './check/inspect.ts'
import { buildPdf } from './fixtures/build.ts'
import { isXmpWellFormed, repairXmp } from './xmp.ts'

const rdf =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" rdf:about="" dc:format="application/pdf"/></rdf:RDF>'
const begin = '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>'
const end = '<?xpacket end="w"?>'
const wrapped = (inner: string) => `<x:xmpmeta xmlns:x="adobe:ns:meta/">${inner}</x:xmpmeta>`

const stream = (text: string, entries = '') =>
  `<< /Type /Metadata /Subtype /XML ${entries} /Length ${text.length} >>\nstream\n${text}\nendstream`

async function withMetadata(object: string, catalog = '/Metadata 20 0 R'): Promise<PDF> {
  return PDF.load(buildPdf({ catalog, objects: { 20: object } }))
}

const twice = deflateSync(deflateSync(wrapped(rdf))).toString('latin1')

const unsound: [string, string][] = [
  ['an undeclared prefix', stream(wrapped(rdf.replace(' xmlns:dc="http://purl.org/dc/elements/1.1/"', '')))],
  ['an element that is not closed', stream(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}`)],
  ['bytes that are no UTF-8', stream(wrapped('<a>\xff</a>'))],
  ['an entity', stream(`<!DOCTYPE x [<!ENTITY e "">]>${wrapped('&e;')}`)],
  ['nothing', stream('')],
  ['another root', stream('<html/>')],
  ['compressed twice', stream(twice, '/Filter [/FlateDecode /FlateDecode]')],
  ['a filter that fails', stream('no flate', '/Filter /FlateDecode')],
  ['no stream', '<< /Type /Metadata >>'],
  ['no object', 'null'],
]

describe('isXmpWellFormed', () => {
  test.each([
    ['a whole packet', stream(`${begin}${wrapped(rdf)}${end}`)],
    ['no processing instructions', stream(wrapped(rdf))],
    ['an XML declaration', stream(`<?xml version="1.0" encoding="UTF-8"?>${wrapped(rdf)}`)],
  ])('takes %s', async (_, object) => {
    expect(isXmpWellFormed(await withMetadata(object))).toBe(true)
  })

  test('accepts a document without metadata', async () => {
    expect(isXmpWellFormed(await PDF.load(buildPdf()))).toBe(true)
  })

  test.each([...unsound, ['a bare rdf:RDF', stream(rdf)] as const])('refuses %s', async (_, object) => {
    expect(isXmpWellFormed(await withMetadata(object))).toBe(false)
  })

  test('refuses metadata within the catalog', async () => {
    expect(isXmpWellFormed(await withMetadata('null', '/Metadata << >>'))).toBe(false)
  })
})

describe('repairXmp', () => {
  const getPacket = (pdf: PDF) => {
    const metadata = pdf.context.catalog.getDict().get('Metadata', resolver(pdf)) as PdfStream | undefined
    return metadata && Buffer.from(metadata.getDecodedData()).toString()
  }

  test.each(unsound)('removes metadata that is %s', async (_, object) => {
    const pdf = await withMetadata(object)
    repairXmp(pdf)
    expect(getPacket(pdf)).toBeUndefined()
  })

  test.each([
    ['', `${begin}${rdf}${end}`],
    [' behind an XML declaration', `<?xml version="1.0"?>\n${rdf}`],
  ])('wraps a bare rdf:RDF%s', async (_, packet) => {
    const pdf = await withMetadata(stream(packet))
    repairXmp(pdf)
    expect(getPacket(pdf)).toContain(rdf)
    expect(isXmpWellFormed(pdf)).toBe(true)
  })

  test('leaves a whole packet as it is', async () => {
    const pdf = await withMetadata(stream(wrapped(rdf)))
    repairXmp(pdf)
    expect(getPacket(pdf)).toBe(wrapped(rdf))
  })
})
