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

/** Thrown for XML that could hide its content from this simple reader. */
export class XmlError extends Error {}

/** A `<` is never part of an attribute (XML 1.0, 2.3), so the search continues at the next one. */
const startTag = /<([^\s/<>!?]+)((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>/g
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** A declared encoding in which other programs would read other characters. */
const otherEncoding = /^\ufeff?<\?xml[^>]*\sencoding\s*=\s*["'](?!utf-8["']|us-ascii["'])/i

/** XML without comments and processing instructions. @throws XmlError for entities, CDATA and other encodings */
export function plainXml(xml: string): string {
  if (!/^\ufeff?\s*</.test(xml) || otherEncoding.test(xml)) throw new XmlError('Not XML in UTF-8.')
  if (xml.includes('\0') || /<!(DOCTYPE|ENTITY|\[CDATA\[)/i.test(xml)) throw new XmlError('Not plain XML.')
  return xml.replaceAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '')
}

/** The start tags of plain XML, one at a time: a text has many. */
export function* tagsOf(xml: string): Generator<Tag> {
  for (const [, name, attributes] of xml.matchAll(startTag)) {
    yield {
      name: localName(name!),
      attributes: [...attributes!.matchAll(attribute)].map(([, attributeName, quoted, singleQuoted]) => ({
        name: localName(attributeName!),
        hasPrefix: attributeName!.includes(':'),
        value: withoutReferences(quoted ?? singleQuoted!),
      })),
    }
  }
}

/** The value of the attribute with this name; empty when there is none. */
export function attributeOf({ attributes }: Tag, name: string): string {
  return attributes.find((candidate) => candidate.name === name)?.value ?? ''
}

/** Replaces the character references of a text. */
export function withoutReferences(text: string): string {
  return text.replaceAll(/&#(x[0-9a-f]{1,6}|[0-9]{1,7});/gi, (_, code: string) => {
    const number = code[0]!.toLowerCase() === 'x' ? Number.parseInt(code.slice(1), 16) : Number(code)
    return number <= 0x10ffff ? String.fromCodePoint(number) : ''
  })
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
