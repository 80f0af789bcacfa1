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
  /^(?:expression|table-formula|conditional-text|variable-get|user-field-(?:get|input)|database-(?:display|name|row-number)|author-(?:name|initials)|sender-[a-z-]+|(?:initial-)?creator|printed-by|(?:creation|modification|print)-(?:date|time)|editing-(?:cycles|duration)|title|subject|keywords|description|user-defined|(?:paragraph|word|character|table|image|object)-count|template-name)$/
const textNamespace = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'
const formulaFields = ['expression', 'table-formula', 'variable-set']
const cells = ['table-cell', 'covered-table-cell']
const cellValue = /^(?:formula|value|value-type|currency|(?:date|time|boolean|string)-value)$/
const tagPrefix = /<([^\s<>/:]*):/y
/** The beginning of a tag, then each attribute. */
const tagPieces = /<[^\s>]+|\s+([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/gy

/**
 * Makes text of the values, formulas and fields of an ODT that LibreOffice would print otherwise than they are stored. A
 * variable keeps its value for conditions, and its text is beside it. A field without a text stays, as LibreOffice prints
 * its value.
 * @param bytes a checked ODT
 * @returns the same bytes if there is nothing of that
 */
export async function keepStoredTexts(bytes: Uint8Array): Promise<Uint8Array> {
  const replaced = new Map<string, string>()
  for (const { name, xml } of await readParts(bytes)) {
    const edits = findEdits(xml)
    if (edits.length > 0) replaced.set(name, applyEdits(xml, edits))
  }
  return replaceParts(bytes, replaced)
}

/** The first formula of an ODT without a text, which LibreOffice would compute in another language; null if none. */
export async function findFormulaWithoutText(bytes: Uint8Array): Promise<string | null> {
  let found: string | null = null
  for (const { xml } of await readParts(bytes))
    readElements(xml, (element) => {
      if (isFormulaWithoutText(element)) found ??= getAttribute(element.tag, 'formula')
    })
  return found
}

async function readParts(bytes: Uint8Array): Promise<{ name: string; xml: string }[]> {
  const zip = new Zip(bytes)
  const contents = await Promise.all(
    textParts.map(async (name) => ({ name, content: await zip.content(name) })),
  )
  return contents.flatMap(({ name, content }) => (content ? [{ name, xml: decodeXml(content) }] : []))
}

interface Element {
  tag: Tag
  prefix: string
  /** Whether it is of the namespace of texts: pictures and comments have titles and authors of others. */
  isOfTexts: boolean
  hasText: boolean
  start: number
  contentStart: number
  contentEnd: number
  end: number
}

/** Calls `onElement` for each element, in the order of their ends. */
function readElements(xml: string, onElement: (element: Element) => void): void {
  const open: (Pick<Element, 'tag' | 'start' | 'contentStart'> & { textsBefore: number })[] = []
  const prefixes = new Set(['text'])
  let texts = 0
  readXml(xml, {
    onTag(tag, end) {
      for (const { name, hasPrefix, value } of tag.attributes)
        if (hasPrefix && value === textNamespace) prefixes.add(name)
      open.push({ tag, start: xml.lastIndexOf('<', end - 1), contentStart: end, textsBefore: texts })
    },
    onText(text, name) {
      if (text && name !== 'table-cell') texts++
    },
    onEnd(_, end) {
      const { tag, start, contentStart, textsBefore } = open.pop()!
      tagPrefix.lastIndex = start
      const [, prefix = ''] = tagPrefix.exec(xml) ?? []
      const contentEnd = Math.max(contentStart, xml.lastIndexOf('<', end - 1))
      const isOfTexts = prefixes.has(prefix)
      const hasText = texts > textsBefore
      onElement({ tag, prefix, isOfTexts, hasText, start, contentStart, contentEnd, end })
    },
  })
}

function findEdits(xml: string): Edit[] {
  const edits: Edit[] = []
  readElements(xml, ({ tag, prefix, isOfTexts, hasText, start, contentStart, contentEnd, end }) => {
    const startTag = xml.slice(start, contentStart)
    if (cells.includes(tag.name) && tag.attributes.some(({ name }) => cellValue.test(name)))
      edits.push([start, contentStart, withoutAttributes(startTag, cellValue)])
    if (!isOfTexts || isHidden(tag)) return
    // The text of a condition that does not hold is often empty.
    if (isMadeAgain(tag) && (hasText || tag.name === 'conditional-text'))
      edits.push([start, contentStart], [contentEnd, end])
    if (tag.name !== 'variable-set' || !hasText) return
    const hidden = withoutAttributes(startTag, /^display$/)
    edits.push([
      start,
      contentStart,
      hidden.replace(':variable-set', `:variable-set ${prefix}:display="none"`),
    ])
    edits.push([end, end, xml.slice(contentStart, contentEnd)])
  })
  return edits
}

const isHidden = (tag: Tag) => getAttribute(tag, 'display') === 'none'

/** Whether an element computes a number that it does not show. */
function isFormulaWithoutText({ tag, isOfTexts, hasText }: Element): boolean {
  const isFormula = tag.name === 'table-cell' || (isOfTexts && formulaFields.includes(tag.name))
  const isString = getAttribute(tag, 'value-type') === 'string'
  return isFormula && !hasText && !isString && !isHidden(tag) && getAttribute(tag, 'formula') !== ''
}

function isMadeAgain(tag: Tag): boolean {
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
