import { decodeXml, getAttribute, readXml, type Tag } from './check/xml.ts'
import { Zip } from './check/zip.ts'
import { applyEdits, type Edit, replaceParts } from './rewrite.ts'

/**
 * Fields that LibreOffice prints as Word does, or that depend on pages, the day or the file, and those that print
 * nothing. Of any other its result is printed as Word stored it.
 */
const printedAlike =
  /^\s*(?:$|(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|STYLEREF|TOC|TOA|INDEX|BIBLIOGRAPHY|HYPERLINK|DATE|TIME|FILENAME|EQ|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|MACROBUTTON|GOTOBUTTON|ASK|SET|NEXT|NEXTIF)\b)/i
const reference = /^\s*(?:REF|PAGEREF)\s+"?([^\s"\\]+)/i
/** LibreOffice ignores formats of references, and writes “above” in a language of its own. */
const plainReference =
  /^\s*(?:REF|PAGEREF)\s+"?[^\s"\\]+"?(?:\s*\\(?:[hnrw]|\*\s*(?:MERGEFORMAT|CHARFORMAT|ARABIC))\b)*\s*$/i
const sequence = /^\s*SEQ\s+"?([^\s"\\]+)/i
/** Counters that LibreOffice counts; one without a switch is none to it. */
const plainSequence =
  /^\s*SEQ\s+[^\s"\\]+(?:\s*\\(?:n|\*\s*(?:ARABIC|ROMAN|ALPHABETIC|MERGEFORMAT|CHARFORMAT))\b)+\s*$/i
const formula = /^\s*=/
/** Fields that compute with the texts of bookmarks. */
const computation = /^\s*(?:=|(?:IF|COMPARE)\b)/i
/** Fields that keep their results, and that readers can follow. */
const link = /^\s*(HYPERLINK|TOC)\b/i

/**
 * Puts the stored results of fields that LibreOffice may compute otherwise in place of these fields, as “Unlink Field”
 * of Word does (ECMA-376 part 1, 17.16). What depends on the pages, the day or the file stays a field, unless its result
 * has a placeholder to fill in.
 * @param bytes a checked DOCX
 * @param isFilled whether it had placeholders that were filled in: of its fields only references to bookmarks that
 * went with a part are replaced then
 * @returns the same bytes if there is no such field
 */
export async function keepFieldResults(bytes: Uint8Array, isFilled = false): Promise<Uint8Array> {
  const { parts, bookmarks, filledBookmarks } = await readFields(bytes)
  const sequences = listStoredSequences(parts.flatMap(({ fields }) => fields))
  const isReplaced = ({ instruction, hasPlaceholder, hasResult }: StoredField) => {
    const bookmark = findName(reference, instruction)
    if (bookmark && !bookmarks.has(bookmark)) return hasResult
    if (isFilled) return false
    if (hasPlaceholder) return !link.test(instruction)
    if (bookmark) return hasResult && !plainReference.test(instruction) && !filledBookmarks.has(bookmark)
    const counter = findName(sequence, instruction)
    if (counter) return sequences.has(counter)
    return (hasResult && !printedAlike.test(instruction)) || formula.test(instruction)
  }
  const replaced = new Map<string, string>()
  for (const { name, xml, fields } of parts) {
    const cuts = fields.filter(isReplaced).flatMap((field) => field.cuts)
    if (cuts.length > 0) replaced.set(name, applyEdits(xml, cuts))
  }
  return replaceParts(bytes, replaced)
}

/**
 * The instruction of a field whose stored result is wrong once the placeholders of a DOCX are filled in: a formula in a
 * table that has some, or a computation with a bookmark around one. Null when there is none.
 */
export async function findStaleField(bytes: Uint8Array): Promise<string | null> {
  const { parts, filledBookmarks } = await readFields(bytes)
  const isStale = ({ instruction, allInstructions, hasPlaceholder, table }: StoredField) => {
    if (hasPlaceholder) return false
    if (formula.test(instruction) && table?.hasPlaceholder) return true
    // The name of a bookmark alone is a reference to it.
    const names = listNames(computation.test(instruction) ? allInstructions : instruction)
    return (computation.test(instruction) ? names : names.slice(0, 1)).some((name) =>
      filledBookmarks.has(name),
    )
  }
  const stale = parts.flatMap(({ fields }) => fields).find(isStale)
  return stale ? stale.instruction.trim() : null
}

function findName(pattern: RegExp, instruction: string): string | undefined {
  const [, name] = pattern.exec(instruction) ?? []
  return name?.toLowerCase()
}

/** The names in an instruction that may be those of bookmarks. */
function listNames(instruction: string): string[] {
  return (
    instruction
      .replaceAll(/"[^"]*"/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  )
}

/** The counters of which a field is hidden, set or formatted: LibreOffice would also count the others otherwise. */
function listStoredSequences(fields: StoredField[]): Set<string> {
  const otherwise = fields.filter(({ instruction }) => !plainSequence.test(instruction))
  return new Set(otherwise.flatMap(({ instruction }) => findName(sequence, instruction) ?? []))
}

interface Fields {
  parts: { name: string; xml: string; fields: StoredField[] }[]
  /** The names in lower case. */
  bookmarks: Set<string>
  /** Those of bookmarks around a placeholder. */
  filledBookmarks: Set<string>
}

/** The fields of the parts of a DOCX. */
async function readFields(bytes: Uint8Array): Promise<Fields> {
  const zip = new Zip(bytes)
  const found: Fields = { parts: [], bookmarks: new Set(), filledBookmarks: new Set() }
  const xmlByName = new Map<string, string>()
  for (const name of zip.names) {
    if (!/\.xml$/i.test(name)) continue
    const xml = decodeXml((await zip.content(name))!)
    if (/<(?:[^\s<>:]+:)?(?:fldChar|fldSimple|bookmarkStart)\s/.test(xml)) xmlByName.set(name, xml)
  }
  for (const [name, xml] of xmlByName) found.parts.push({ name, xml, fields: readPart(xml, found) })
  return found
}

interface Table {
  /** Known at its end. */
  hasPlaceholder: boolean
}

/** A field that was read to its end. */
interface StoredField {
  instruction: string
  /** With the instructions of the fields in it. */
  allInstructions: string
  hasResult: boolean
  /** Whether its result has one. */
  hasPlaceholder: boolean
  /** The innermost table around it. */
  table: Table | undefined
  /** The pieces of the part that belong to the field, without its result. */
  cuts: Edit[]
}

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
interface OpenField extends Pick<StoredField, 'instruction' | 'allInstructions' | 'table' | 'cuts'> {
  start: number
  paragraph: Element | undefined
  /** The number of fields that have begun in the instruction. */
  inner: number
  /** How many texts come before its result; null while there is none. */
  textsBefore: number | null
}

/** The fields of a part, whose pieces may lie in each other. Adds its bookmarks to those found. */
function readPart(xml: string, { bookmarks, filledBookmarks }: Fields): StoredField[] {
  const found: StoredField[] = []
  const elements: Element[] = []
  const paragraphs: Element[] = []
  const tables: Table[] = []
  const fields: OpenField[] = []
  const openBookmarks = new Map<string, { name: string; textsBefore: number }>()
  let textCount = 0
  let lastCharacter = ''
  /** The number of the last text in which a placeholder begins. */
  let lastPlaceholder = 0

  function beginBookmark(tag: Tag) {
    const name = getAttribute(tag, 'name').toLowerCase()
    bookmarks.add(name)
    openBookmarks.set(getAttribute(tag, 'id'), { name, textsBefore: textCount })
  }

  function endBookmark(tag: Tag) {
    const bookmark = openBookmarks.get(getAttribute(tag, 'id'))
    if (bookmark && lastPlaceholder > bookmark.textsBefore) filledBookmarks.add(bookmark.name)
  }

  function beginField(cut: Edit) {
    const field = fields.at(-1)
    if (field?.textsBefore === null) field.inner++
    else
      fields.push({
        ...{ start: cut[0], paragraph: paragraphs.at(-1), table: tables.at(-1), inner: 0, textsBefore: null },
        ...{ instruction: '', allInstructions: '', cuts: [cut] },
      })
  }

  function beginResult(field: OpenField) {
    if (field.inner > 0 || field.textsBefore !== null) return
    field.textsBefore = textCount
    const [first, last] = [field.paragraph, paragraphs.at(-1)]
    // The end of a paragraph in the instruction is none: what stands before the field is in one with its result.
    if (first && last && first !== last && first.parent === last.parent)
      field.cuts.push([first.contentEnd, last.contentStart])
  }

  function endField(field: OpenField, cut: Edit) {
    if (field.inner > 0) {
      field.inner--
      return
    }
    fields.pop()
    const { textsBefore, cuts } = field
    const hasResult = textsBefore !== null
    cuts.push(cut)
    found.push({ ...field, hasResult, hasPlaceholder: hasResult && lastPlaceholder > textsBefore })
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
      if (tag.name === 'tbl') tables.push({ hasPlaceholder: false })
      if (tag.name === 'bookmarkStart') beginBookmark(tag)
      if (tag.name === 'bookmarkEnd') endBookmark(tag)
    },
    onText(text, name) {
      const field = fields.at(-1)
      if (name === 'instrText' && field?.textsBefore === null) {
        field.allInstructions += text
        if (field.inner === 0) field.instruction += text
      }
      if (name !== 't') return
      textCount++
      if ((lastCharacter + text).includes('[[')) lastPlaceholder = textCount
      lastCharacter = text.at(-1) ?? lastCharacter
    },
    onEnd(name, end) {
      const element = elements.pop()!
      const { tag, parent, start, textsBefore, contentStart } = element
      const cut: Edit = [start, end]
      const hasPlaceholder = lastPlaceholder > textsBefore
      element.contentEnd = Math.max(contentStart, xml.lastIndexOf('<', end - 1))
      if (name === 'p') paragraphs.pop()
      if (name === 'tbl') tables.pop()!.hasPlaceholder = hasPlaceholder
      if (name === 'pPr' && parent) parent.contentStart = end
      const field = fields.at(-1)
      const inInstruction = field?.textsBefore === null && start > field.start
      if (inInstruction && isContent(element)) field.cuts.push(cut)
      if (name === 'fldSimple' && !inInstruction) {
        const instruction = getAttribute(tag, 'instr')
        const cuts: Edit[] = [
          [start, contentStart],
          [element.contentEnd, end],
        ]
        found.push({
          ...{ instruction, allInstructions: instruction, hasResult: true, hasPlaceholder },
          ...{ table: tables.at(-1), cuts },
        })
      }
      if (name !== 'fldChar') return
      const type = getAttribute(tag, 'fldCharType')
      if (type === 'begin') beginField(cut)
      if (type === 'separate' && field) beginResult(field)
      if (type === 'end' && field) endField(field, cut)
    },
  })
  return found
}

/** Whether an element within an instruction is printed where the instruction is not: runs keep their properties. */
function isContent({ tag, parent }: Element): boolean {
  return tag.name === 'p' || tag.name === 'tbl' || (parent?.tag.name === 'r' && tag.name !== 'rPr')
}
