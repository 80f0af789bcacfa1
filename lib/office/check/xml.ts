import { SaxesParser } from 'saxes'

/** An element's start tag, without namespace prefixes. */
export interface Tag {
  name: string
  attributes: Attribute[]
}

interface Attribute {
  name: string
  hasPrefix: boolean
  value: string
}

/** Thrown for XML that is not well-formed, or could hide its content from other programs or from this one. */
export class XmlError extends Error {}

/** Encodings in which all programs read the same characters. */
const plainEncoding = /^(utf-8|us-ascii)$/i

/** Documents of word processors are nested less than 100 deep. */
const MAX_DEPTH = 500

interface XmlListener {
  /** @param end where the tag ends in the XML */
  onTag?: (tag: Tag, end: number) => void
  /** @param element the innermost element around the text */
  onText?: (text: string, element: string) => void
  /** @param end where the element ends in the XML */
  onEnd?: (element: string, end: number) => void
}

/**
 * Reads XML 1.0 in one pass. A document type without declarations of its own is passed over, as nothing is loaded.
 * @returns the name of the root element
 * @throws XmlError for XML that is not well-formed, document types that declare something, and other encodings
 */
export function readXml(xml: string, { onTag, onText, onEnd }: XmlListener): string {
  const parser = new SaxesParser()
  const elements: string[] = []
  let root = ''
  const refuse = (reason: string) => () => {
    throw new XmlError(reason)
  }
  parser.on('error', ({ message }) => refuse(message)())
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) refuse('Its document type has declarations.')()
  })
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!plainEncoding.test(encoding)) refuse(`It is in ${encoding}.`)()
  })
  parser.on('opentag', ({ name, attributes }) => {
    const tag: Tag = { name: localName(name), attributes: toAttributes(attributes) }
    root ||= tag.name
    if (elements.push(tag.name) > MAX_DEPTH) refuse('It is nested too deep.')()
    onTag?.(tag, parser.position)
  })
  const readText = (text: string) => onText?.(text, elements.at(-1) ?? '')
  parser.on('text', readText)
  parser.on('cdata', readText)
  parser.on('closetag', () => {
    const element = elements.pop()
    if (element !== undefined) onEnd?.(element, parser.position)
  })
  parser.write(xml).close()
  return root
}

/**
 * The text of XML in UTF-8, or in UTF-16 with or without a byte order mark (XML 1.0, appendix F), which loses its
 * declaration.
 * @throws XmlError for UTF-16 that declares another encoding
 */
export function decodeXml(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 4)
  const isBigEndian = /^(\xfe\xff)?\0</.test(start)
  if (!isBigEndian && !/^(\xff\xfe)?<\0/.test(start)) return bytes.toString()
  const xml = new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes)
  const [declaration = ''] = /^<\?xml\s[^>]*>/.exec(xml) ?? []
  const [, encoding = 'utf-16'] = /\sencoding\s*=\s*["']([^"']*)/.exec(declaration) ?? []
  if (!/^utf-16(le|be)?$/i.test(encoding)) throw new XmlError(`It is in UTF-16 and declares ${encoding}.`)
  return xml.slice(declaration.length)
}

/** The start tags of XML that is short. @throws XmlError */
export function readTags(xml: string): Tag[] {
  const tags: Tag[] = []
  readXml(xml, { onTag: (tag) => tags.push(tag) })
  return tags
}

/** The value of the attribute with this name; empty when there is none. */
export function getAttribute({ attributes }: Tag, name: string): string {
  return attributes.find((candidate) => candidate.name === name)?.value ?? ''
}

function toAttributes(attributes: Record<string, string>): Attribute[] {
  return Object.entries(attributes).map(([name, value]) => ({
    name: localName(name),
    hasPrefix: name.includes(':'),
    value,
  }))
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
