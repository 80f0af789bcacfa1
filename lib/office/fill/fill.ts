import {
  LoopPlugin,
  officeMarkup,
  type ScopeData,
  type ScopeDataArgs,
  type Tag,
  TagDisposition,
  TagPlacement,
  type TemplateContext,
  TemplateExtension,
  TemplateHandler,
  type TextNodeTag,
  TextPlugin,
  type XmlNode,
  xml,
} from 'easy-template-x'
import { errorText } from '#lib/messages/errors'
import { Zip } from '../check/zip.ts'
import { type FillValues, holds, ownValue, type Placeholders, readPlaceholders } from './placeholders.ts'

/** Text boxes, and tables in tables. */
const MAX_XML_DEPTH = 200

/**
 * What a checked DOCX says to fill in; null when nothing is.
 * @param isLarge whether it has more content than a template may have
 */
export async function findPlaceholders(bytes: Uint8Array, isLarge: boolean): Promise<Placeholders | null> {
  if (!(await mayHavePlaceholders(bytes))) return null
  if (isLarge) return { problem: errorText('documents.templateTooLarge') }
  const tags = await makeHandler()
    .parseTags(toBuffer(bytes))
    .catch((error: Error) => error)
  if (tags instanceof Error)
    return { problem: errorText('documents.placeholderNotUnderstood', { tag: quoteOf(tags) }) }
  const outside = tags.find((tag) => tag.placement !== TagPlacement.TextNode || tag.options)
  if (outside) return { problem: errorText('documents.placeholderNotUnderstood', { tag: outside.rawText }) }
  if (tags.length === 0) return null
  return readPlaceholders(
    tags.map(({ rawText: raw, disposition, name = '' }) => ({ raw, kind: kinds[disposition], text: name })),
  )
}

const kinds = {
  [TagDisposition.Open]: 'open',
  [TagDisposition.Close]: 'close',
  [TagDisposition.SelfClosed]: 'text',
} as const

/** The library names the tag, or the text with it, in its message. */
function quoteOf({ message }: Error): string {
  return message.slice(0, 200)
}

/** Most documents have none: only the text of few is read as a tree. */
async function mayHavePlaceholders(bytes: Uint8Array): Promise<boolean> {
  const zip = new Zip(bytes)
  for (const name of zip.names) {
    if (!/^word\/.+\.xml$/i.test(name)) continue
    if ((await zip.text(name))!.replaceAll(/<[^>]*>/g, '').includes('[[')) return true
  }
  return false
}

/**
 * The DOCX with these values in place of its placeholders. Values are text: neither XML nor placeholders in them count.
 * @throws Error for placeholders that span parts of the document which cannot be repeated, or that are left
 */
export async function fillDocx(bytes: Uint8Array, values: FillValues): Promise<Uint8Array> {
  const filled = await makeHandler(values).process(toBuffer(bytes), {})
  return new Uint8Array(filled)
}

function makeHandler(values: FillValues = {}): TemplateHandler {
  return new TemplateHandler({
    delimiters: { tagStart: '[[', tagEnd: ']]' },
    plugins: [new RowLoopPlugin(), new TextPlugin()],
    maxXmlDepth: MAX_XML_DEPTH,
    scopeDataResolver: (place) => resolve(values, place),
    extensions: { beforeCompilation: [new ContentInRuns()], afterCompilation: [new FinalContent()] },
  })
}

/**
 * Repeats rows of a table, also when both tags stand in the same column: the library would repeat the column, but not
 * where the rows are in no table.
 */
class RowLoopPlugin extends LoopPlugin {
  override async containerTagReplacements(tags: Tag[], data: ScopeData, context: TemplateContext) {
    const [first, last] = [tags[0], tags.at(-1)].map((tag) =>
      officeMarkup.query.containingTableRowNode((tag as TextNodeTag).xmlTextNode),
    )
    const table = first?.parentNode
    if (!table || first === last || table !== last?.parentNode)
      return super.containerTagReplacements(tags, data, context)
    const index = table.childNodes!.indexOf(first)
    const apart = xml.create.generalNode('rows')
    moveAll(xml.query.siblingsInRange(first, last), apart, 0)
    await super.containerTagReplacements(tags, data, context)
    moveAll([...apart.childNodes!], table, index)
  }
}

function moveAll(nodes: XmlNode[], parent: XmlNode, index: number): void {
  for (const [offset, node] of nodes.entries()) {
    xml.modify.remove(node)
    xml.modify.insertChild(parent, node, index + offset)
  }
}

/**
 * The value of the innermost tag: in a list that of its row. One outside of the list, in a paragraph or row that is
 * repeated with it, has that of the document: a row has all values of its own tags.
 */
function resolve(values: FillValues, { path }: ScopeDataArgs) {
  const row = path.find((part) => typeof part === 'number')
  const tags = path.filter((part) => typeof part !== 'number')
  const [list] = tags
  const rows = row === undefined ? undefined : ownValue(values, nameInTag(list!.name))
  const scope: FillValues = Array.isArray(rows) ? rows[row!]! : values
  const { name, disposition } = tags.at(-1)!
  if (disposition === TagDisposition.SelfClosed) {
    const text = ownValue(scope, name) ?? ownValue(values, name)
    return hideBrackets(typeof text === 'string' ? text : '')
  }
  const value = ownValue(scope, nameInTag(name))
  if (name.startsWith('if')) return holds(value)
  return Array.isArray(value) ? value.map(() => ({})) : []
}

/** `rows` of `each rows`. */
const nameInTag = (tag: string) => tag.replace(/^(if|each)\s+/, '')

/**
 * A repeated row is read again for placeholders, with the values that stand in it already: their brackets are
 * noncharacters of Unicode until all are filled in. So is an empty value, as the library would remove its paragraph,
 * without which a cell of a table is invalid, and the end of a line, as it would put further lines after the whole run.
 */
const hidden = { open: '\ufdd0', close: '\ufdd1', empty: '\ufdd2', lineEnd: '\ufdd3' } as const

function hideBrackets(value: string): string {
  const lines = value.replaceAll(/\r\n?|[\n\u2028\u2029]/g, hidden.lineEnd)
  return lines.replaceAll('[', hidden.open).replaceAll(']', hidden.close) || hidden.empty
}

class FinalContent extends TemplateExtension {
  async execute(_data: unknown, { currentPart }: TemplateContext): Promise<void> {
    const root = await currentPart.xmlRoot()
    const [left] = this.utilities.compiler.parseTags(root)
    if (left) throw new Error(`${left.rawText} is not filled in.`)
    finish(root)
  }
}

function finish(node: XmlNode): void {
  if (node.nodeType === 'Text' && node.textContent)
    node.textContent = node.textContent
      .replaceAll(hidden.open, '[')
      .replaceAll(hidden.close, ']')
      .replaceAll(hidden.empty, '')
      .replaceAll(hidden.lineEnd, '\n')
  if (!node.childNodes) return
  node.childNodes = node.childNodes.flatMap((child) =>
    isWrapper(child) ? child.childNodes! : splitLines(child),
  )
  for (const child of node.childNodes) finish(child)
}

/** A w:t for each line, with breaks between them. */
function splitLines(node: XmlNode): XmlNode[] {
  const text = node.nodeName === 'w:t' ? xml.query.lastTextChild(node, false)?.textContent : null
  if (!text?.includes(hidden.lineEnd)) return [node]
  return text.split(hidden.lineEnd).flatMap((line, index) => {
    const part = xml.create.cloneNode(node, true)
    xml.query.lastTextChild(part).textContent = line
    return index === 0 ? [part] : [xml.create.generalNode('w:br'), part]
  })
}

/**
 * When the library joins the paragraphs of a loop, it keeps only their runs: links, tracked changes, formulas and the
 * like are in runs of their own until all is filled in.
 */
class ContentInRuns extends TemplateExtension {
  async execute(_data: unknown, { currentPart }: TemplateContext): Promise<void> {
    wrapContent(await currentPart.xmlRoot())
  }
}

const wrapperMark = 'wrapper'
const isWrapper = (node: XmlNode) =>
  node.nodeType === 'General' && node.attributes?.[wrapperMark] !== undefined

function wrapContent(node: XmlNode): void {
  for (const child of [...(node.childNodes ?? [])]) {
    wrapContent(child)
    if (node.nodeName !== 'w:p' || child.nodeType !== 'General' || /^w:(pPr|r)$/.test(child.nodeName))
      continue
    const wrapper = xml.create.generalNode('w:r', { attributes: { [wrapperMark]: '' } })
    xml.modify.insertBefore(wrapper, child)
    moveAll([child], wrapper, 0)
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
