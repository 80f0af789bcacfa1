import { officeMarkup, type XmlNode, type XmlTextNode, xml } from 'easy-template-x'

/** Text boxes, and tables in tables. */
export const MAX_XML_DEPTH = 200

/**
 * Accepts the insertions, and removes the smart tags, that split a tag: the library reads a tag only from runs of one
 * parent, and leaves out what stands elsewhere.
 * @throws Error with the tag, if a part of it stands in something else, such as a link
 */
export function joinTags(root: XmlNode): void {
  for (const paragraph of xml.query.descendants(root, MAX_XML_DEPTH, isParagraph)) {
    const texts = listTexts(paragraph)
    const text = texts.map(({ textContent }) => textContent).join('')
    for (const { 0: tag, index } of text.matchAll(/\[\[.*?\]\]/gs)) {
      const nodes = overlapping(texts, index, index + tag.length)
      if (haveOneParent(nodes)) continue
      for (const node of nodes) unwrap(node)
      if (!haveOneParent(nodes)) throw new Error(tag)
    }
  }
}

export const isParagraph = (node: XmlNode) => node.nodeName === 'w:p'

/** The texts of a paragraph, without those of text boxes in it. */
function listTexts(node: XmlNode): XmlTextNode[] {
  return (node.childNodes ?? []).flatMap((child) => {
    if (isParagraph(child)) return []
    return child.nodeType === 'Text' && node.nodeName === 'w:t' ? [child] : listTexts(child)
  })
}

function overlapping(texts: XmlTextNode[], start: number, end: number): XmlTextNode[] {
  let offset = 0
  return texts.filter(({ textContent: { length } }) => {
    offset += length
    return offset - length < end && offset > start
  })
}

function haveOneParent(nodes: XmlTextNode[]): boolean {
  return new Set(nodes.map((node) => officeMarkup.query.containingRunNode(node)?.parentNode)).size === 1
}

function unwrap(text: XmlTextNode): void {
  const run = officeMarkup.query.containingRunNode(text)
  for (let parent = run?.parentNode; parent && isTransparent(parent); parent = run.parentNode) {
    const content = parent.childNodes!.filter(({ nodeName }) => nodeName !== 'w:smartTagPr')
    const outer = parent.parentNode!
    moveAll(content, outer, outer.childNodes!.indexOf(parent))
    xml.modify.remove(parent)
  }
}

const isTransparent = ({ nodeName }: XmlNode) => /^w:(ins|moveTo|smartTag)$/.test(nodeName)

export function moveAll(nodes: XmlNode[], parent: XmlNode, index: number): void {
  for (const [offset, node] of nodes.entries()) {
    if (node.parentNode) xml.modify.remove(node)
    xml.modify.insertChild(parent, node, index + offset)
  }
}
