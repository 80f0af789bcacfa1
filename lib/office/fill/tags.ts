import { officeMarkup, type XmlNode, type XmlTextNode, xml } from 'easy-template-x'

/** Text boxes, and tables in tables. */
export const MAX_XML_DEPTH = 200

/**
 * Accepts the insertions, and removes the smart tags, that split a tag: the library reads a tag only from runs of one
 * parent, and leaves out what stands elsewhere. Content controls around a tag lose their binding to data.
 * @throws Error with the tag, if a part of it stands in something else, such as a link, or if a button prints it
 */
export function joinTags(root: XmlNode): void {
  const unbound = new Set<XmlNode>()
  for (const paragraph of xml.query.descendants(root, MAX_XML_DEPTH, isParagraph)) {
    const printedTag = findPrintedTag(joinTexts(listTexts(paragraph, 'w:instrText')))
    if (printedTag) throw new Error(printedTag)
    for (const { tag, nodes } of splitTags(listTexts(paragraph, 'w:t'))) {
      unbindControls(nodes[0]!, unbound)
      if (haveOneParent(nodes)) continue
      for (const node of nodes) unwrap(node)
      if (!haveOneParent(nodes)) throw new Error(tag)
    }
  }
}

export const isParagraph = (node: XmlNode) => node.nodeName === 'w:p'

/** The first tag after the name of a field that prints a text of its instruction (ECMA-376 part 1, 17.16.5.34). */
function findPrintedTag(instructions: string): string | null {
  const button = instructions.search(/\bMACROBUTTON\s/i)
  const start = button === -1 ? -1 : instructions.indexOf('[[', button)
  const close = start === -1 ? -1 : instructions.indexOf(']]', start + 2)
  return close === -1 ? null : instructions.slice(start, close + 2)
}

/** The texts in elements of this name in a paragraph, without those of text boxes in it. */
function listTexts(node: XmlNode, name: 'w:t' | 'w:instrText'): XmlTextNode[] {
  return (node.childNodes ?? []).flatMap((child) => {
    if (isParagraph(child)) return []
    return child.nodeType === 'Text' && node.nodeName === name ? [child] : listTexts(child, name)
  })
}

const joinTexts = (texts: XmlTextNode[]) => texts.map(({ textContent }) => textContent).join('')

/**
 * LibreOffice and Word print the data that a control is bound to (ECMA-376 part 1, 17.5.2.6), not its content.
 * @param unbound the nodes whose controls were seen to for another text: a paragraph may have thousands of tags
 */
function unbindControls(text: XmlTextNode, unbound: Set<XmlNode>): void {
  for (let node: XmlNode | undefined = text; node && !unbound.has(node); node = node.parentNode) {
    unbound.add(node)
    const properties = node.childNodes?.find(({ nodeName }) => nodeName === 'w:sdtPr')
    for (const property of [...(properties?.childNodes ?? [])])
      if (property.nodeName.endsWith(':dataBinding')) xml.modify.remove(property)
  }
}

/** The tags in these texts, each with the texts that it stands in. */
function* splitTags(texts: XmlTextNode[]): Generator<{ tag: string; nodes: XmlTextNode[] }> {
  const all = joinTexts(texts)
  let [index, offset] = [0, 0]
  for (let start = all.indexOf('[['); start !== -1; ) {
    const close = all.indexOf(']]', start + 2)
    if (close === -1) return
    const end = close + 2
    const nodes: XmlTextNode[] = []
    for (; offset < end; offset += texts[index++]!.textContent.length)
      if (offset + texts[index]!.textContent.length > start) nodes.push(texts[index]!)
    // The next tag may begin in the last of them.
    offset -= texts[--index]!.textContent.length
    yield { tag: all.slice(start, end), nodes }
    start = all.indexOf('[[', end)
  }
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
