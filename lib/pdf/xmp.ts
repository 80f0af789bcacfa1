import { type PDF, type PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { SaxesParser } from 'saxes'
import { resolver } from './check/inspect.ts'
import { decodeStream, dict } from './file/objects.ts'

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const XMLNS = 'http://www.w3.org/2000/xmlns/'
const xmpMetaName = '{adobe:ns:meta/}xmpmeta'
const rdf = `{${RDF}}RDF`
/** The elements around properties. */
const description = [xmpMetaName, rdf, `{${RDF}}Description`]

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

/** A property of XMP metadata. */
interface XmpProperty {
  /** Its texts, such as the items of a list. */
  texts: string[]
  /** Texts, elements and attributes, as one text: the same for all ways in which XML writes them. */
  content: string
}

/**
 * The properties of metadata by `{namespace}name` (ISO 16684-1, 7.5), none where there are no metadata; null where not all
 * of them can be read.
 */
export function readXmpContent(metadata: PdfObject | undefined): Map<string, XmpProperty> | null {
  const properties = new Map<string, XmpProperty>()
  if (metadata === undefined) return properties
  const path: string[] = []
  let isKnown = true
  let text = ''
  const add = (name: string, texts: string[], content: string) => {
    const property = properties.get(name) ?? { texts: [], content: '' }
    property.texts.push(...texts)
    property.content += content
    properties.set(name, property)
  }
  /** Adds to the property whose element is open: the third element of the path is the description. */
  const addPart = (markup: string) => {
    const part = text.trim()
    text = ''
    if (path.length > description.length)
      add(path[description.length]!, part ? [part] : [], (part && JSON.stringify(part)) + markup)
  }
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ uri, local, attributes }) => {
    addPart('')
    path.push(`{${uri}}${local}`)
    const depth = path.length - description.length
    if (depth <= 0) isKnown &&= path.at(-1) === description[path.length - 1]
    const written = Object.values(attributes)
      .filter(({ uri }) => uri !== XMLNS && (depth > 0 || uri !== RDF))
      .map(({ uri, local, value }) => ({ name: `{${uri}}${local}`, value: value.trim() }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    if (depth === 0) for (const { name, value } of written) add(name, [value], JSON.stringify(value))
    if (depth > 0)
      addPart((depth > 1 ? `<${path.at(-1)}>` : '') + (written.length > 0 ? JSON.stringify(written) : ''))
  })
  const addText = (part: string) => {
    text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    addPart(path.length > description.length + 1 ? '</>' : '')
    path.pop()
  })
  return parse(parser, readPacket(metadata)) && isKnown ? properties : null
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
