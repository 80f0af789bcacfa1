import { type PDF, type PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { SaxesParser } from 'saxes'
import { resolver } from './check/inspect.ts'
import { dict } from './file/objects.ts'

const xmpMetaName = '{adobe:ns:meta/}xmpmeta'
const rdf = '{http://www.w3.org/1999/02/22-rdf-syntax-ns#}RDF'

/**
 * Whether the document has no XMP metadata, or a well-formed packet: XML in UTF-8 with the root `x:xmpmeta` (ISO
 * 16684-1, 7.3.3), in a stream. Validators that compare revisions reject every revision of a file with other
 * metadata, even when it never changes.
 */
export function isXmpWellFormed(pdf: PDF): boolean {
  return isXmpWellFormedIn(pdf.context.catalog.getDict(), resolver(pdf))
}

/** The answers for streams that were read before: most revisions have the metadata of the one before. */
const wellFormed = new WeakMap<PdfObject, boolean>()

/** The same for the catalog of any revision. */
export function isXmpWellFormedIn(catalog: PdfDict, resolve: (ref: PdfRef) => PdfObject | null): boolean {
  const metadata = catalog.get('Metadata')
  if (metadata === undefined) return true
  const stream = metadata instanceof PdfRef ? resolve(metadata) : null
  if (!stream) return false
  const answer = wellFormed.get(stream) ?? findRoot(readPacket(stream)) === xmpMetaName
  wellFormed.set(stream, answer)
  return answer
}

/**
 * Wraps a bare `rdf:RDF`, which the standard permits, and removes metadata that cannot be read. For unsigned files
 * only.
 */
export function repairXmp(pdf: PDF): void {
  if (isXmpWellFormed(pdf)) return
  const catalog = pdf.context.catalog.getDict()
  const packet = readPacket(catalog.get('Metadata', resolver(pdf)))
  const wrapped = findRoot(packet) === rdf ? wrap(packet) : ''
  if (findRoot(wrapped) !== xmpMetaName) {
    catalog.delete('Metadata')
    return
  }
  const stream = new PdfStream(dict({ Type: '/Metadata', Subtype: '/XML' }), Buffer.from(wrapped))
  catalog.set('Metadata', pdf.context.register(stream))
}

/** The text of metadata; empty when it is not a stream, cannot be decoded or is not UTF-8. */
function readPacket(stream: PdfObject | undefined): string {
  if (!(stream instanceof PdfStream)) return ''
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(stream.getDecodedData())
  } catch {
    return ''
  }
}

/** The root element as `{namespace}name`; empty when the XML is not well-formed. */
function findRoot(packet: string): string {
  let root = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ uri, local }) => {
    root ||= `{${uri}}${local}`
  })
  try {
    parser.write(packet).close()
    return root
  } catch {
    return ''
  }
}

/** Removes the XML declaration, which is allowed only at the beginning; processing instructions may stay. */
function wrap(packet: string): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/">${packet.replace(/^<\?xml\s[^>]*>/, '')}</x:xmpmeta>`
}
