import {
  LOOP_CONTENT_TYPE,
  officeMarkup,
  type ScopeData,
  type Tag,
  TagDisposition,
  type TemplateContext,
  type TemplateData,
  TemplatePlugin,
  type TextNodeTag,
  type XmlGeneralNode,
  type XmlNode,
  xml,
} from 'easy-template-x'
import { isParagraph, moveAll } from './tags.ts'

/** What the tags of a part stand around, taken out of the document, and how its copies are put there instead. */
interface Range {
  nodes: XmlNode[]
  /** @param copies elements with the nodes of a copy each */
  put(copies: XmlNode[]): void
}

/** Ends the names of tags in a list: they are those of its rows, also where a repeated row has other tags. */
export const rowMark = '\ufdd4'
/** An element in place of paragraphs that were removed. */
const gapName = 'gap'
/** An element where a piece of a paragraph was cut out. */
const cutName = 'cut'

/**
 * Repeats the part between an opening and a closing tag, once for each row of a list; that of a condition stands or not.
 * Of tags in different cells whole rows of the table are repeated. Of tags in paragraphs, these are repeated as a whole
 * if nothing else stands before the part or after it; a paragraph with nothing but a tag is removed.
 */
export class PartPlugin extends TemplatePlugin {
  override readonly contentType = LOOP_CONTENT_TYPE

  override async containerTagReplacements(tags: Tag[], data: ScopeData, context: TemplateContext) {
    const value = data.getScopeData<boolean | TemplateData[]>()
    const isList = Array.isArray(value)
    const times = isList ? value.length : Number(value)
    if (isList) for (const tag of tags.slice(1, -1)) markName(tag as TextNodeTag)
    const [open, close] = [tags[0], tags.at(-1)] as [TextNodeTag, TextNodeTag]
    const range = takeRange(open, close, times)
    const copies: XmlNode[] = []
    for (let index = 0; index < times; index++) {
      const childNodes = range.nodes.map((node) => xml.create.cloneNode(node, true))
      const copy = xml.create.generalNode('copy', { childNodes })
      if (isList) data.pathPush(index)
      await this.utilities.compiler.compile(copy, data, context)
      if (isList) data.pathPop()
      copies.push(copy)
    }
    range.put(copies)
  }
}

function markName({ disposition, rawText, xmlTextNode }: TextNodeTag): void {
  if (disposition !== TagDisposition.Close) xmlTextNode.textContent = rawText.replace(/\]\]$/, `${rowMark}]]`)
}

function takeRange(open: TextNodeTag, close: TextNodeTag, times: number): Range {
  const { containingTableCellNode, containingTableRowNode, containingParagraphNode } = officeMarkup.query
  const [openText, closeText] = [open.xmlTextNode, close.xmlTextNode]
  const isInRows = containingTableCellNode(openText) !== containingTableCellNode(closeText)
  const find = isInRows ? containingTableRowNode : containingParagraphNode
  const [first, last] = [find(openText), find(closeText)]
  if (!first || !last || first.parentNode !== last.parentNode)
    throw new Error(`${open.rawText} and ${close.rawText} stand in different parts of the document.`)
  if (!isInRows) return takeParagraphs(first, last, open, close, times)
  // The row was repeated for another list in it: its copies have this one, too.
  if (!first.parentNode) return { nodes: [], put: () => {} }
  for (const tag of [open, close]) xml.modify.remove(tag.xmlTextNode)
  return takeNodes(first.parentNode, first, last)
}

/** Whole nodes, from the first to the last. */
function takeNodes(parent: XmlNode, first: XmlNode, last: XmlNode): Range {
  const index = parent.childNodes!.indexOf(first)
  const nodes = parent.childNodes!.slice(index, parent.childNodes!.indexOf(last) + 1)
  for (const node of nodes) xml.modify.remove(node)
  const put = (copies: XmlNode[]) => moveAll(listNodes(copies), parent, index)
  return { nodes, put }
}

const listNodes = (copies: XmlNode[]) => copies.flatMap(({ childNodes }) => childNodes ?? [])

function takeParagraphs(
  first: XmlNode,
  last: XmlNode,
  open: TextNodeTag,
  close: TextNodeTag,
  times: number,
): Range {
  const isOne = first === last
  const start = cutTag(open, first)
  const end = cutTag(close, last)
  const before = first.childNodes!.slice(0, start).every(isBlank)
  const after = last.childNodes!.slice(end).every(isBlank)
  if (isOne) {
    const isWhole = before && after && (times < 2 || officeMarkup.query.isListParagraph(first))
    return isWhole ? takeBlocks(first, last) : takeText(first, last, start, end)
  }
  const afterOpen = first.childNodes!.slice(start).every(isBlank)
  const beforeClose = last.childNodes!.slice(0, end).every(isBlank)
  if (!(before || afterOpen) || !(after || beforeClose)) return takeText(first, last, start, end)
  return takeBlocks(
    before && afterOpen ? replaceByGap(first, 0) : before ? first : insertGap(first, 1),
    after && beforeClose ? replaceByGap(last, 1) : after ? last : insertGap(last, 0),
  )
}

/** Whole paragraphs, and what stands between them. */
function takeBlocks(first: XmlNode, last: XmlNode): Range {
  const parent = first.parentNode!
  const index = parent.childNodes!.indexOf(first)
  const range = takeNodes(parent, first, last)
  const put = (copies: XmlNode[]) => {
    if (copies.length === 0) insertGapAt(parent, index)
    range.put(copies)
  }
  return { ...range, put }
}

function insertGapAt(parent: XmlNode, index: number): XmlNode {
  const gap = xml.create.generalNode(gapName)
  xml.modify.insertChild(parent, gap, index)
  return gap
}

function insertGap(paragraph: XmlNode, offset: 0 | 1): XmlNode {
  const parent = paragraph.parentNode!
  return insertGapAt(parent, parent.childNodes!.indexOf(paragraph) + offset)
}

/**
 * A paragraph that ends a section or begins a page stays. The bounds of bookmarks, comments and permissions in it do not
 * belong to the part: they stay beside it.
 * @param offset where they stay: before the gap or after it
 */
function replaceByGap(paragraph: XmlNode, offset: 0 | 1): XmlNode {
  if (breaksPage(paragraph)) return paragraph
  const gap = insertGap(paragraph, 0)
  const parent = paragraph.parentNode!
  xml.modify.remove(paragraph)
  moveAll(paragraph.childNodes!.filter(isBound), parent, parent.childNodes!.indexOf(gap) + offset)
  return gap
}

function breaksPage(paragraph: XmlNode): boolean {
  const properties = xml.query.findByPath(paragraph, 'General', 'w:pPr')?.childNodes ?? []
  return properties.some(
    (node) =>
      node.nodeName === 'w:sectPr' ||
      (node.nodeName === 'w:pageBreakBefore' && !isOff(node as XmlGeneralNode)),
  )
}

const isOff = ({ attributes }: XmlGeneralNode) => /^(0|false|off)$/.test(attributes?.['w:val'] ?? '')

/** A part of a paragraph, or of two and what stands between them. */
function takeText(first: XmlNode, last: XmlNode, start: number, end: number): Range {
  const isOne = first === last
  const head = takePiece(first, start, isOne ? end : first.childNodes!.length)
  const tail = isOne ? head : takePiece(last, 0, end)
  xml.modify.insertChild(head, xml.create.generalNode(cutName), 0)
  xml.modify.appendChild(tail, xml.create.generalNode(cutName))
  const parent = first.parentNode!
  const nodes = [head]
  if (!isOne) nodes.push(...xml.modify.removeSiblings(first, last), tail)
  const put = (copies: XmlNode[]) => {
    let target = first
    let index = start
    for (const { childNodes } of copies) {
      const [joined, ...others] = [...childNodes!]
      for (const piece of [joined!, ...others.slice(-1)])
        xml.modify.removeChildren(piece, ({ nodeName }) => nodeName === cutName)
      index += moveContent(joined!.childNodes!, target, index)
      moveAll(others, parent, parent.childNodes!.indexOf(target) + 1)
      if (others.length === 0) continue
      target = others.at(-1)!
      index = target.childNodes!.length
    }
    if (isOne) return
    moveContent(last.childNodes!, target, index)
    xml.modify.remove(last)
  }
  return { nodes, put }
}

/** An element like this one with those of its nodes from `start` to `end`. */
function takePiece(node: XmlNode, start: number, end: number): XmlNode {
  const piece = copyEmpty(node)
  moveContent(node.childNodes!.slice(start, end), piece, piece.childNodes!.length)
  return piece
}

/** Moves the nodes that are no properties, and returns their number. */
function moveContent(nodes: XmlNode[], parent: XmlNode, index: number): number {
  const content = nodes.filter((node) => !isProperties(node))
  moveAll(content, parent, index)
  return content.length
}

/**
 * Removes a tag, and splits there what it stands in up to the paragraph: its run, links, tracked changes and the like.
 * @returns the index of the child of the paragraph that follows the tag
 */
function cutTag({ xmlTextNode }: TextNodeTag, paragraph: XmlNode): number {
  const text = officeMarkup.query.containingTextNode(xmlTextNode)
  let parent = text.parentNode!
  let index = parent.childNodes!.indexOf(text)
  xml.modify.remove(text)
  while (parent !== paragraph) {
    const outer = parent.parentNode!
    const before = takePiece(parent, 0, index)
    index = outer.childNodes!.indexOf(parent)
    if (!hasContent(parent)) xml.modify.remove(parent)
    if (hasContent(before)) xml.modify.insertChild(outer, before, index++)
    parent = outer
  }
  return index
}

/** An element with the same attributes and properties. */
function copyEmpty(node: XmlNode): XmlNode {
  const copy = xml.create.cloneNode(node, false)
  const properties = node.childNodes!.filter(isProperties)
  moveAll(
    properties.map((child) => xml.create.cloneNode(child, true)),
    copy,
    0,
  )
  return copy
}

const isProperties = ({ nodeName }: XmlNode) => /^w:(p|r|sdt|smartTag|ruby)Pr$/.test(nodeName)

const { isTextNode, isEmptyTextNode } = officeMarkup.query
const isEmptyText = (node: XmlNode) => isTextNode(node) && isEmptyTextNode(node)
const hasContent = ({ childNodes }: XmlNode) =>
  childNodes!.some((child) => !isProperties(child) && !isEmptyText(child))

const isBound = ({ nodeName }: XmlNode) => /^w:(bookmark|perm|commentRange)(Start|End)$/.test(nodeName)
const isInvisible = (node: XmlNode) =>
  isBound(node) || /^w:(pPr|rPr|proofErr|lastRenderedPageBreak)$/.test(node.nodeName)

/** Whether a node of a paragraph prints nothing but spaces. */
function isBlank(node: XmlNode): boolean {
  if (node.nodeType === 'Text') return node.textContent.trim() === ''
  if (node.nodeType === 'Comment' || isInvisible(node)) return true
  return /^w:(r|t)$/.test(node.nodeName) && (node.childNodes ?? []).every(isBlank)
}

const isBlock = ({ nodeName }: XmlNode) => /^w:(p|tbl|sdt|sectPr)$/.test(nodeName)

/**
 * The nodes without gaps. One without a paragraph beside it becomes an empty paragraph: a cell needs one, also after a
 * table, and two tables would be one without it.
 */
export function closeGaps(nodes: XmlNode[]): XmlNode[] {
  const closed: XmlNode[] = []
  let isOpen = false
  let previous: XmlNode | undefined
  for (const node of nodes) {
    if (node.nodeName === gapName) {
      isOpen = !previous || !isParagraph(previous)
      continue
    }
    if (isBlock(node)) {
      if (isOpen && !isParagraph(node)) closed.push(xml.create.generalNode('w:p'))
      isOpen = false
      previous = node
    }
    closed.push(node)
  }
  return isOpen ? [...closed, xml.create.generalNode('w:p')] : closed
}
