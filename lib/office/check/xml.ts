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
  onTag?: (tag: Tag) => void
  /** @param element the innermost element around the text */
  onText?: (text: string, element: string) => void
  onEnd?: (element: string) => void
}

/**
 * Reads XML 1.0 in one pass.
 * @returns the name of the root element
 * @throws XmlError for XML that is not well-formed, document types, CDATA sections and other encodings
 */
export function readXml(xml: string, { onTag, onText, onEnd }: XmlListener): string {
  const parser = new SaxesParser()
  const elements: string[] = []
  let root = ''
  const refuse = (reason: string) => () => {
    throw new XmlError(reason)
  }
  parser.on('error', ({ message }) => refuse(message)())
  parser.on('doctype', refuse('It has a document type.'))
  parser.on('cdata', refuse('It has a CDATA section.'))
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!plainEncoding.test(encoding)) refuse(`It is in ${encoding}.`)()
  })
  parser.on('opentag', ({ name, attributes }) => {
    const tag: Tag = { name: localName(name), attributes: toAttributes(attributes) }
    root ||= tag.name
    if (elements.push(tag.name) > MAX_DEPTH) refuse('It is nested too deep.')()
    onTag?.(tag)
  })
  parser.on('text', (text) => onText?.(text, elements.at(-1) ?? ''))
  parser.on('closetag', () => {
    const element = elements.pop()
    if (element !== undefined) onEnd?.(element)
  })
  parser.write(xml).close()
  return root
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
