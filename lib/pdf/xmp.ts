import { type PDF, type PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { SaxesParser } from 'saxes'
import { resolver } from './check/inspect.ts'
import { decodeStream, dict } from './file/objects.ts'

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

/**
 * The properties of the XMP packet in these namespaces, by `{namespace}name`: written as elements or as attributes (ISO
 * 16684-1, 7.5). Empty where the packet cannot be read.
 */
export function readXmpProperties(pdf: PDF, namespaces: readonly string[]): Map<string, string> {
  const properties = new Map<string, string>()
  const packet = readPacket(pdf.context.catalog.getDict().get('Metadata', resolver(pdf)))
  // Most files have none: large packets need not be parsed.
  if (!namespaces.some((namespace) => packet.includes(namespace))) return properties
  const set = ({ uri, local }: { uri: string; local: string }, value: string) => {
    if (namespaces.includes(uri)) properties.set(`{${uri}}${local}`, value)
  }
  let text = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ attributes }) => {
    text = ''
    for (const attribute of Object.values(attributes)) set(attribute, attribute.value)
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', (element) => {
    set(element, text)
    text = ''
  })
  return parse(parser, packet) ? properties : new Map()
}

/** The text of metadata; empty when it is not a stream, cannot be decoded or is not UTF-8. */
function readPacket(stream: PdfObject | undefined): string {
  if (!(stream instanceof PdfStream)) return ''
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(decodeStream(stream))
  } catch {
    return ''
  }
}

/** The root element as `{namespace}name`; empty when the XML is not well-formed. */
function findRoot(packet: string): string {
  let root = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ uri, local }) => {
    root ||= `{${uri}}${local}`
  })
  return parse(parser, packet) ? root : ''
}

/** @returns whether the packet is well-formed */
function parse(parser: SaxesParser<{ xmlns: true }>, packet: string): boolean {
  parser.on('error', (error) => {
    throw error
  })
  try {
    parser.write(packet).close()
    return true
  } catch {
    return false
  }
}

/** Removes the XML declaration, which is allowed only at the beginning; processing instructions may stay. */
function wrap(packet: string): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/">${packet.replace(/^<\?xml\s[^>]*>/, '')}</x:xmpmeta>`
}
