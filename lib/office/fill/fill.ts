import { isDeepStrictEqual } from 'node:util'
import {
  DelimiterSearcher,
  Delimiters,
  Docx,
  LOOP_CONTENT_TYPE,
  type ScopeDataArgs,
  type Tag,
  TagDisposition,
  TagParser,
  TagPlacement,
  TEXT_CONTENT_TYPE,
  TemplateCompiler,
  type TemplateContext,
  TemplateExtension,
  TemplateHandler,
  TextPlugin,
  type XmlNode,
  xml,
} from 'easy-template-x'
import { viewBytes } from '#lib/core/runtime/bytes'
import { cutText } from '#lib/core/text/characters'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { Zip } from '../check/zip.ts'
import { keepFieldResults } from '../fields/results.ts'
import { findStaleField } from '../fields/stale.ts'
import { listVariables } from './check-values.ts'
import { closeGaps, PartPlugin, rowMark } from './parts.ts'
import {
  type FillValues,
  holds,
  normalizeName,
  ownValue,
  type Placeholder,
  type Placeholders,
  readOpening,
  readPlaceholders,
} from './placeholders.ts'
import { joinTags, MAX_XML_DEPTH } from './tags.ts'

/** Of the document in messages. */
const MAX_QUOTE_LENGTH = 200

const delimiters = Object.assign(new Delimiters(), { tagStart: '[[', tagEnd: ']]' })

/**
 * What a checked DOCX says to fill in, after a trial; null when nothing is.
 * @param isLarge whether it has more content than a template may have
 */
export async function findPlaceholders(bytes: Uint8Array, isLarge: boolean): Promise<Placeholders | null> {
  if (!(await mayHavePlaceholders(bytes))) return null
  if (isLarge) return { problem: errorText('documents.templateTooLarge') }
  const placeholders = await readDocx(bytes)
  if (!placeholders || 'problem' in placeholders) return placeholders
  return fillDocx(bytes, makeTrialValues(placeholders.parts)).then(
    () => placeholders,
    (error: Error) => ({ problem: errorText('documents.placeholderNotFilled', { tag: findTag(error) }) }),
  )
}

/** What the tags of a DOCX say; null when there are none. */
async function readDocx(bytes: Uint8Array): Promise<Placeholders | null> {
  const tags = await parseTags(bytes).catch((error: Error) => error)
  if (tags instanceof Error)
    return { problem: errorText('documents.placeholderNotUnderstood', { tag: quoteMessage(tags) }) }
  const outside = tags.find((tag) => tag.placement !== TagPlacement.TextNode || tag.options)
  if (outside) return { problem: errorText('documents.placeholderNotUnderstood', { tag: outside.rawText }) }
  if (tags.length === 0) return null
  const field = await findStaleField(bytes)
  if (field) {
    const key = field.isNumber ? 'documents.numberNotComputed' : 'documents.fieldNotComputed'
    return { problem: errorText(key, { field: cutText(field.code, MAX_QUOTE_LENGTH) }) }
  }
  return readPlaceholders(
    tags.map(({ rawText: raw, disposition, name = '' }) => ({ raw, kind: kinds[disposition], text: name })),
  )
}

/** Values with which each part stands once. */
function makeTrialValues(parts: Placeholder[]): FillValues {
  const values = listVariables(parts).map(({ name, type, members }) => {
    const row = Object.fromEntries(members.map((member) => [member.name, 'x']))
    return [name, type === 'list' ? [row] : 'x']
  })
  return Object.fromEntries(values)
}

/** Why a DOCX that was read earlier, perhaps by another version, cannot be filled in with these parts; null if it can. */
export async function findDifference(bytes: Uint8Array, parts: Placeholder[]): Promise<ErrorText | null> {
  const found = await readDocx(bytes)
  if (found && 'problem' in found) return found.problem
  return isDeepStrictEqual(found, { parts }) ? null : errorText('documents.readDifferently')
}

async function parseTags(bytes: Uint8Array): Promise<Tag[]> {
  const parser = new TagParser(delimiters)
  const compiler = new TemplateCompiler(new DelimiterSearcher(delimiters, MAX_XML_DEPTH), parser, [], {
    defaultContentType: TEXT_CONTENT_TYPE,
    containerContentType: LOOP_CONTENT_TYPE,
  })
  const docx = await Docx.load(viewBytes(bytes))
  const tags: Tag[] = []
  for (const part of await docx.getContentParts()) {
    const root = await part.xmlRoot()
    joinTags(root)
    tags.push(...compiler.parseTags(root))
  }
  return tags
}

const kinds = {
  [TagDisposition.Open]: 'open',
  [TagDisposition.Close]: 'close',
  [TagDisposition.SelfClosed]: 'text',
} as const

/** The library names the tag, or the text with it, in its message. */
function quoteMessage({ message }: Error): string {
  return cutText(message, MAX_QUOTE_LENGTH)
}

function findTag(error: Error): string {
  return /\[\[.*?\]\]/s.exec(quoteMessage(error))?.[0] ?? quoteMessage(error)
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
 * @param values by their names as `normalizeName` writes them
 * @param wordsForFalse with which no condition holds, as `holds` takes it
 * @throws Error for placeholders that span parts of the document which cannot be repeated, or that are left
 */
export async function fillDocx(
  bytes: Uint8Array,
  values: FillValues,
  wordsForFalse?: string[],
): Promise<Uint8Array> {
  const unlinked = await keepFieldResults(bytes)
  const filled = await makeHandler(values, wordsForFalse).process(viewBytes(unlinked), {})
  return new Uint8Array(filled)
}

function makeHandler(values: FillValues, wordsForFalse?: string[]): TemplateHandler {
  return new TemplateHandler({
    delimiters,
    plugins: [new PartPlugin(), new TextPlugin()],
    maxXmlDepth: MAX_XML_DEPTH,
    scopeDataResolver: (place) => resolve(values, place, wordsForFalse),
    extensions: { beforeCompilation: [new JoinedTags()], afterCompilation: [new FinalContent()] },
  })
}

class JoinedTags extends TemplateExtension {
  async execute(_data: unknown, { currentPart }: TemplateContext): Promise<void> {
    joinTags(await currentPart.xmlRoot())
  }
}

/** The value of the innermost tag: in a list that of its row. */
function resolve(values: FillValues, { path }: ScopeDataArgs, wordsForFalse?: string[]) {
  const { name: markedName, disposition } = path.at(-1) as Tag
  const scope = markedName.endsWith(rowMark) ? findRow(values, path) : values
  const text = markedName.replace(rowMark, '')
  if (disposition === TagDisposition.SelfClosed) {
    const value = ownValue(scope, normalizeName(text))
    return hideBrackets(typeof value === 'string' ? value : '')
  }
  const { kind, name } = readOpening(text)
  const value = ownValue(scope, name)
  if (kind === 'if') return holds(value, wordsForFalse)
  return Array.isArray(value) ? value.map(() => ({})) : []
}

/** The row of the innermost list. */
function findRow(values: FillValues, path: ScopeDataArgs['path']): FillValues {
  const place = path.findLastIndex((part) => typeof part === 'number')
  const { name } = readOpening((path[place - 1] as Tag).name)
  const rows = ownValue(values, name) as FillValues[]
  return rows[path[place] as number]!
}

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
  node.childNodes = closeGaps(node.childNodes).flatMap(splitLines)
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
