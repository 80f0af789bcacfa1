import { decodeXml, getAttribute, readXml, type Tag } from './check/xml.ts'
import { Zip } from './check/zip.ts'
import { applyEdits, type Edit, replaceParts } from './rewrite.ts'

/** The parts with the text, and with headers and footers. */
const textParts = ['content.xml', 'styles.xml']
/**
 * Fields (ODF 1.3 part 3, 7.3–7.7) whose text LibreOffice makes again: by the tenant's forms of numbers and dates, or of
 * properties and a user that are not those of the author's program.
 */
const madeAgain =
  /^(?:expression|conditional-text|variable-get|user-field-(?:get|input)|author-(?:name|initials)|sender-[a-z-]+|(?:initial-)?creator|printed-by|(?:creation|modification|print)-(?:date|time)|editing-(?:cycles|duration)|title|subject|keywords|description|user-defined|(?:paragraph|word|character|table|image|object)-count|template-name)$/
const textNamespace = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'
const cells = ['table-cell', 'covered-table-cell']
const cellValue = /^(?:formula|value|value-type|currency|(?:date|time|boolean|string)-value)$/
const tagPrefix = /<([^\s<>/:]*):/y
/** The beginning of a tag, then each attribute. */
const tagPieces = /<[^\s>]+|\s+([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/gy

/**
 * Makes text of the values, formulas and fields of an ODT that LibreOffice would print otherwise than they are stored. A
 * variable keeps its value for conditions, and its text is beside it.
 * @param bytes a checked ODT
 * @returns the same bytes if there is nothing of that
 */
export async function keepStoredTexts(bytes: Uint8Array): Promise<Uint8Array> {
  const zip = new Zip(bytes)
  const replaced = new Map<string, string>()
  for (const name of textParts) {
    const content = await zip.content(name)
    if (!content) continue
    const xml = decodeXml(content)
    const edits = findEdits(xml)
    if (edits.length > 0) replaced.set(name, applyEdits(xml, edits))
  }
  return replaceParts(bytes, replaced)
}

function findEdits(xml: string): Edit[] {
  const edits: Edit[] = []
  const elements: { tag: Tag; start: number; contentStart: number }[] = []
  // Pictures and comments have titles and authors of other namespaces.
  const prefixes = new Set(['text'])
  readXml(xml, {
    onTag(tag, end) {
      const start = xml.lastIndexOf('<', end - 1)
      for (const { name, hasPrefix, value } of tag.attributes)
        if (hasPrefix && value === textNamespace) prefixes.add(name)
      elements.push({ tag, start, contentStart: end })
      if (cells.includes(tag.name) && tag.attributes.some(({ name }) => cellValue.test(name)))
        edits.push([start, end, withoutAttributes(xml.slice(start, end), cellValue)])
    },
    onEnd(_, end) {
      const { tag, start, contentStart } = elements.pop()!
      tagPrefix.lastIndex = start
      const [, prefix = ''] = tagPrefix.exec(xml) ?? []
      if (!prefixes.has(prefix)) return
      const contentEnd = Math.max(contentStart, xml.lastIndexOf('<', end - 1))
      if (isMadeAgain(tag)) edits.push([start, contentStart], [contentEnd, end])
      if (tag.name !== 'variable-set' || getAttribute(tag, 'display') === 'none') return
      const hidden = withoutAttributes(xml.slice(start, contentStart), /^display$/)
      edits.push([
        start,
        contentStart,
        hidden.replace(':variable-set', `:variable-set ${prefix}:display="none"`),
      ])
      edits.push([end, end, xml.slice(contentStart, contentEnd)])
    },
  })
  return edits
}

function isMadeAgain(tag: Tag): boolean {
  if (getAttribute(tag, 'display') === 'none') return false
  if (madeAgain.test(tag.name)) return true
  // One that is not fixed is that of the conversion.
  if (tag.name === 'date' || tag.name === 'time') return getAttribute(tag, 'fixed') === 'true'
  // LibreOffice writes “above” in the tenant's language.
  return tag.name.endsWith('-ref') && getAttribute(tag, 'reference-format') === 'direction'
}

/** A start tag without the attributes of these names, whatever their prefixes. */
function withoutAttributes(tag: string, names: RegExp): string {
  return tag.replaceAll(tagPieces, (piece, name?: string) =>
    name && names.test(name.slice(name.indexOf(':') + 1)) ? '' : piece,
  )
}
