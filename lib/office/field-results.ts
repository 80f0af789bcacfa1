import { decodeXml, getAttribute, readXml, type Tag } from './check/xml.ts'
import { Zip } from './check/zip.ts'

/** Fields that LibreOffice computes otherwise than Word, prints twice or leaves out. */
const computedOtherwise =
  /^\s*(IF|NUMWORDS|NUMCHARS|PRINTDATE|EDITTIME|TEMPLATE|AUTONUM|AUTONUMLGL|AUTONUMOUT|MERGEREC|MERGESEQ|SYMBOL)\b/i
/** A field that refers to a bookmark: LibreOffice prints an error where the document has none of the name. */
const reference = /^\s*(?:REF|PAGEREF)\s+"?([^\s"]+)/i
/** Fields that keep their results, and that readers can follow. */
const link = /^\s*(HYPERLINK|TOC)\b/i
const bookmarkName = /<(?:[^\s<>:]+:)?bookmarkStart\s[^<>]*?name=["']([^"'<>]*)/g

/**
 * Puts the stored results of fields that LibreOffice would compute otherwise in place of these fields, as “Unlink Field”
 * of Word does (ECMA-376 part 1, 17.16). What depends on the pages, the day or the file stays a field, unless its result
 * has a placeholder to fill in.
 * @param bytes a checked DOCX
 * @returns the same bytes if there is no such field
 */
export async function keepFieldResults(bytes: Uint8Array): Promise<Uint8Array> {
  const zip = new Zip(bytes)
  const bookmarks = new Set<string>()
  const parts = new Map<string, string>()
  for (const name of zip.names) {
    if (!/\.xml$/i.test(name)) continue
    const xml = decodeXml((await zip.content(name))!)
    for (const [, bookmark] of xml.matchAll(bookmarkName)) bookmarks.add(bookmark!.toLowerCase())
    if (/<([^\s<>:]+:)?fld(Char|Simple)\s/.test(xml)) parts.set(name, xml)
  }
  const replaced = [...parts].flatMap(([name, xml]) => {
    const cuts = findCuts(xml, (instruction, hasPlaceholder) =>
      hasPlaceholder ? !link.test(instruction) : isComputedOtherwise(instruction, bookmarks),
    )
    return cuts.length > 0 ? [[name, cutOut(xml, cuts)] as const] : []
  })
  if (replaced.length === 0) return bytes
  // Loaded where it is needed: few documents have such fields.
  const { Zip: WritableZip } = await import('easy-template-x')
  const written = await WritableZip.load(Buffer.from(bytes))
  for (const [name, xml] of replaced) written.setFile(name, xml)
  return new Uint8Array(await written.export(Buffer))
}

function isComputedOtherwise(instruction: string, bookmarks: Set<string>): boolean {
  const [, bookmark] = reference.exec(instruction) ?? []
  return bookmark ? !bookmarks.has(bookmark.toLowerCase()) : computedOtherwise.test(instruction)
}

type Cut = [start: number, end: number]

interface Element {
  tag: Tag
  parent: Element | undefined
  start: number
  /** How many texts come before it. */
  textsBefore: number
  /** Where its content begins; of a paragraph after its properties. */
  contentStart: number
  contentEnd: number
}

/** A field whose beginning was read. The fields in its instruction belong to that. */
interface Field {
  start: number
  paragraph: Element | undefined
  instruction: string
  /** The number of fields that have begun in the instruction. */
  inner: number
  /** How many texts come before its result; null while there is none. */
  textsBefore: number | null
  cuts: Cut[]
}

/** The pieces of a part that belong to these fields, without their results. They may lie in each other. */
function findCuts(xml: string, isWanted: (instruction: string, hasPlaceholder: boolean) => boolean): Cut[] {
  const cuts: Cut[] = []
  const elements: Element[] = []
  const paragraphs: Element[] = []
  const fields: Field[] = []
  let textCount = 0
  let lastCharacter = ''
  /** The number of the last text in which a placeholder begins. */
  let lastPlaceholder = 0

  function beginField(cut: Cut) {
    const field = fields.at(-1)
    if (field?.textsBefore === null) field.inner++
    else
      fields.push({
        ...{ start: cut[0], paragraph: paragraphs.at(-1), instruction: '', inner: 0, textsBefore: null },
        cuts: [cut],
      })
  }

  function beginResult(field: Field) {
    if (field.inner > 0 || field.textsBefore !== null) return
    field.textsBefore = textCount
    const [first, last] = [field.paragraph, paragraphs.at(-1)]
    // The end of a paragraph in the instruction is none: what stands before the field is in one with its result.
    if (first && last && first !== last && first.parent === last.parent)
      field.cuts.push([first.contentEnd, last.contentStart])
  }

  function endField(field: Field, cut: Cut) {
    if (field.inner > 0) {
      field.inner--
      return
    }
    fields.pop()
    const { instruction, textsBefore } = field
    if (textsBefore === null || !isWanted(instruction, lastPlaceholder > textsBefore)) return
    for (const each of field.cuts) cuts.push(each)
    cuts.push(cut)
  }

  readXml(xml, {
    onTag(tag, end) {
      const start = xml.lastIndexOf('<', end - 1)
      const element = {
        tag,
        parent: elements.at(-1),
        start,
        textsBefore: textCount,
        contentStart: end,
        contentEnd: end,
      }
      elements.push(element)
      if (tag.name === 'p') paragraphs.push(element)
    },
    onText(text, name) {
      const field = fields.at(-1)
      if (name === 'instrText' && field?.textsBefore === null && field.inner === 0) field.instruction += text
      if (name !== 't') return
      textCount++
      if ((lastCharacter + text).includes('[[')) lastPlaceholder = textCount
      lastCharacter = text.at(-1) ?? lastCharacter
    },
    onEnd(name, end) {
      const element = elements.pop()!
      const { tag, parent, start, textsBefore, contentStart } = element
      const cut: Cut = [start, end]
      element.contentEnd = Math.max(contentStart, xml.lastIndexOf('<', end - 1))
      if (name === 'p') paragraphs.pop()
      if (name === 'pPr' && parent) parent.contentStart = end
      const field = fields.at(-1)
      const inInstruction = field?.textsBefore === null && start > field.start
      if (inInstruction && isContent(element)) field.cuts.push(cut)
      const hasPlaceholder = lastPlaceholder > textsBefore
      if (name === 'fldSimple' && !inInstruction && isWanted(getAttribute(tag, 'instr'), hasPlaceholder))
        cuts.push([start, contentStart], [element.contentEnd, end])
      if (name !== 'fldChar') return
      const type = getAttribute(tag, 'fldCharType')
      if (type === 'begin') beginField(cut)
      if (type === 'separate' && field) beginResult(field)
      if (type === 'end' && field) endField(field, cut)
    },
  })
  return cuts
}

/** Whether an element within an instruction is printed where the instruction is not: runs keep their properties. */
function isContent({ tag, parent }: Element): boolean {
  return tag.name === 'p' || tag.name === 'tbl' || (parent?.tag.name === 'r' && tag.name !== 'rPr')
}

function cutOut(xml: string, cuts: Cut[]): string {
  const kept: string[] = []
  let position = 0
  for (const [start, end] of cuts.sort(([a], [b]) => a - b)) {
    if (start > position) kept.push(xml.slice(position, start))
    position = Math.max(position, end)
  }
  return kept.join('') + xml.slice(position)
}
