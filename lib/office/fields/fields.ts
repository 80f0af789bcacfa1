import { decodeXml, getAttribute, readXml, type Tag } from '../check/xml.ts'
import { Zip } from '../check/zip.ts'
import type { Edit } from '../rewrite.ts'
import { chooseTreatment } from './kinds.ts'
import {
  addPartRow,
  beginTable,
  type Cell,
  fillCell,
  hasFilledCell,
  type Part,
  type Place,
  readTableTag,
  type Table,
} from './tables.ts'

/** The fields and bookmarks of a DOCX. Names of bookmarks are in lower case. */
export interface Fields {
  parts: { name: string; xml: string; fields: StoredField[] }[]
  /** Where each ends, by its name; null outside of the main text. */
  bookmarks: Map<string, number | null>
  /** Those of bookmarks around a placeholder. */
  filledBookmarks: Set<string>
  /** Those of bookmarks that begin in a table with a placeholder. */
  tableBookmarks: Set<string>
  /** Where footnotes and endnotes are referred to. */
  notes: Place[]
}

/** A field that was read to its end. */
export interface StoredField extends Place {
  /** Its own, and those of the fields in it. */
  instructions: [string, ...string[]]
  /** All of it, with the fields in it in braces. */
  code: string
  /** Whether something stands in place of its result, perhaps nothing. */
  hasResult: boolean
  isEmpty: boolean
  /** Whether its result has one. */
  hasPlaceholder: boolean
  /** Whether its instruction, or what else is not printed of it, has one. */
  hasHiddenPlaceholder: boolean
  /** Whether it keeps its result when the others are updated. */
  isLocked: boolean
  /** The pieces of the part that belong to the field, without its result. */
  cuts: Edit[]
}

/** Reads the fields of all parts of a checked DOCX. */
export async function readFields(bytes: Uint8Array): Promise<Fields> {
  const zip = new Zip(bytes)
  const found: Fields = {
    ...{ parts: [], bookmarks: new Map(), notes: [] },
    ...{ filledBookmarks: new Set(), tableBookmarks: new Set() },
  }
  const xmlByName = new Map<string, string>()
  for (const name of zip.names) {
    if (!/\.xml$/i.test(name)) continue
    const xml = decodeXml((await zip.content(name))!)
    if (/<(?:[^\s<>:]+:)?(?:fldChar|fldSimple|bookmarkStart)\s/.test(xml)) xmlByName.set(name, xml)
  }
  for (const [name, xml] of xmlByName) found.parts.push({ name, xml, fields: readPart(xml, found) })
  return found
}

interface Element {
  tag: Tag
  parent: Element | undefined
  start: number
  /** How many printed things come before it. */
  printedBefore: number
  /** Where its content begins; of a paragraph after its properties. */
  contentStart: number
  contentEnd: number
}

/** A field whose beginning was read. The fields in its instruction belong to that. */
interface OpenField extends Place, Pick<StoredField, 'instructions' | 'code' | 'isLocked' | 'cuts'> {
  start: number
  paragraph: Element | undefined
  /** How many printed things come before it. */
  printedBefore: number
  /** The places of the instructions that are read, the innermost last. */
  open: number[]
  /** Known where its result begins: how many printed things come before that, and whether its instruction has one. */
  result: { printedBefore: number; hasHiddenPlaceholder: boolean } | null
}

/** The fields of a part, whose pieces may lie in each other. Adds its bookmarks to those found. */
function readPart(xml: string, all: Fields): StoredField[] {
  const { bookmarks, filledBookmarks, tableBookmarks } = all
  const found: StoredField[] = []
  const elements: Element[] = []
  const paragraphs: Element[] = []
  const tables: Table[] = []
  const fields: OpenField[] = []
  const openBookmarks = new Map<string, { name: string; printedBefore: number }>()
  /** Texts, pictures and their like. */
  let printedCount = 0
  /** The number of the last text in which a placeholder begins. */
  let lastPlaceholder = 0
  /** How a placeholder begins at the end of the last text, up to the first letter of a part. */
  let beginning = ''
  /** The innermost that has begun and not ended. */
  let part: Part | undefined
  let openTextBoxes = 0

  const isUnprinted = (field: OpenField) => chooseTreatment(field.instructions[0]) === 'nothing'
  const hasHidden = (instructions: string[], printedBefore: number) =>
    lastPlaceholder > printedBefore || instructions.some(hasTag)

  function getCell(): Cell | undefined {
    const table = tables.at(-1)
    return table && { table, row: table.row, column: table.column }
  }

  function beginBookmark(tag: Tag) {
    const field = fields.at(-1)
    if (field && !field.result && isUnprinted(field)) return
    const name = getAttribute(tag, 'name').toLowerCase()
    bookmarks.set(name, null)
    openBookmarks.set(getAttribute(tag, 'id'), { name, printedBefore: printedCount })
    tables.at(-1)?.bookmarks.push(name)
  }

  function endBookmark(tag: Tag, start: number) {
    const bookmark = openBookmarks.get(getAttribute(tag, 'id'))
    if (bookmark) bookmarks.set(bookmark.name, getPlace(start).position)
    if (bookmark && lastPlaceholder > bookmark.printedBefore) filledBookmarks.add(bookmark.name)
  }

  function getPlace(start: number): Place {
    const isInMainText = elements[0]?.tag.name === 'document' && openTextBoxes === 0
    return { position: isInMainText ? start : null, part, cell: getCell() }
  }

  function beginField(tag: Tag, cut: Edit) {
    const field = fields.at(-1)
    if (field && !field.result) {
      field.open.push(field.instructions.push('') - 1)
      field.code += '{'
    } else
      fields.push({
        ...getPlace(cut[0]),
        isLocked: isLocked(tag),
        ...{ start: cut[0], paragraph: paragraphs.at(-1), printedBefore: printedCount },
        ...{ instructions: [''], code: '', open: [0], result: null, cuts: [cut] },
      })
  }

  /** The end of a paragraph that is not printed is none: what stands before the field is in one with what follows. */
  function joinParagraphs(field: OpenField) {
    const [first, last] = [field.paragraph, paragraphs.at(-1)]
    if (first && last && first !== last && first.parent === last.parent)
      field.cuts.push([first.contentEnd, last.contentStart])
  }

  function beginResult(field: OpenField) {
    if (field.open.length > 1 || field.result || isUnprinted(field)) return
    const hasHiddenPlaceholder = hasHidden(field.instructions, field.printedBefore)
    field.result = { printedBefore: printedCount, hasHiddenPlaceholder }
    joinParagraphs(field)
  }

  function addInstruction(field: OpenField, instruction: string) {
    field.instructions.push(instruction)
    field.code += `{${instruction}}`
  }

  function endField(field: OpenField, cut: Edit) {
    if (field.open.length > 1) {
      field.open.pop()
      field.code += '}'
      return
    }
    fields.pop()
    const { instructions, code, isLocked, position, part, cell, cuts, result, printedBefore } = field
    cuts.push(cut)
    if (!result) joinParagraphs(field)
    found.push({
      ...{ instructions, code, isLocked, position, part, cell, cuts, hasResult: result !== null },
      isEmpty: printedCount === (result?.printedBefore ?? printedCount),
      hasPlaceholder: result !== null && lastPlaceholder > result.printedBefore,
      hasHiddenPlaceholder: result?.hasHiddenPlaceholder ?? hasHidden(instructions, printedBefore),
    })
  }

  function addSimpleField({ tag, start, printedBefore, contentStart, contentEnd }: Element, end: number) {
    const instruction = getAttribute(tag, 'instr')
    const isPrinted = chooseTreatment(instruction) !== 'nothing'
    const cuts: Edit[] = [
      [start, contentStart],
      [contentEnd, end],
    ]
    found.push({
      ...getPlace(start),
      isLocked: isLocked(tag),
      ...{ instructions: [instruction], code: instruction, hasResult: true },
      isEmpty: printedCount === printedBefore,
      hasPlaceholder: isPrinted && lastPlaceholder > printedBefore,
      hasHiddenPlaceholder: hasTag(instruction) || (!isPrinted && lastPlaceholder > printedBefore),
      cuts: isPrinted ? cuts : [[start, end]],
    })
  }

  function readText(text: string) {
    if (text) printedCount++
    const read = beginning + text
    beginning = /\[(?:\[\s*(?:#\s*)?)?$/.exec(read)?.[0].replaceAll(/\s/g, '') ?? ''
    if (!read.includes('[[')) return
    lastPlaceholder = printedCount
    const bounds = read.match(/\[\[\s*(?:\/|#\s*\S)/g) ?? []
    for (const table of tables) {
      fillCell(table)
      table.isIrregular ||= bounds.length > 0
    }
    for (const bound of bounds) {
      if (bound.endsWith('/')) endPart()
      else part = { isRepeated: !bound.endsWith('i'), cell: getCell(), outer: part }
    }
  }

  /** A part from one cell to another is one of whole rows. */
  function endPart() {
    const [ended, last] = [part, getCell()]
    part = part?.outer
    const first = ended?.cell
    if (!first || first.table !== last?.table) return
    if (first.row !== last.row || first.column !== last.column)
      for (const cell of [first, last]) addPartRow(cell, ended)
  }

  readXml(xml, {
    onTag(tag, end) {
      const start = xml.lastIndexOf('<', end - 1)
      const parent = elements.at(-1)
      const place = { start, printedBefore: printedCount, contentStart: end, contentEnd: end }
      const element = { tag, parent, ...place }
      elements.push(element)
      if (isPrintedElement(element)) printedCount++
      if (tag.name === 'p') paragraphs.push(element)
      if (tag.name === 'tbl') tables.push(beginTable(getCell()))
      if (tag.name === 'txbxContent') openTextBoxes++
      if (/^(?:foot|end)noteReference$/.test(tag.name)) all.notes.push(getPlace(start))
      if (tag.name === 'bookmarkStart') beginBookmark(tag)
      if (tag.name === 'bookmarkEnd') endBookmark(tag, start)
      const table = tables.at(-1)
      if (table) readTableTag(table, tag)
    },
    onText(text, name) {
      const field = fields.at(-1)
      if (name === 'instrText' && field && !field.result) {
        field.code += text
        field.instructions[field.open.at(-1)!] += text
      }
      if (name === 't') readText(text)
    },
    onEnd(name, end) {
      const element = elements.pop()!
      const { tag, parent, start, contentStart } = element
      const cut: Edit = [start, end]
      element.contentEnd = Math.max(contentStart, xml.lastIndexOf('<', end - 1))
      if (name === 'p') paragraphs.pop()
      if (name === 'txbxContent') openTextBoxes--
      if (name === 'tbl') {
        const table = tables.pop()!
        if (hasFilledCell(table)) for (const bookmark of table.bookmarks) tableBookmarks.add(bookmark)
      }
      if (name === 'pPr' && parent) parent.contentStart = end
      const field = fields.at(-1)
      const inInstruction = field && !field.result && start > field.start
      if (inInstruction && isContent(element)) field.cuts.push(cut)
      if (name === 'fldSimple' && inInstruction) addInstruction(field, getAttribute(tag, 'instr'))
      else if (name === 'fldSimple') addSimpleField(element, end)
      if (name !== 'fldChar') return
      const type = getAttribute(tag, 'fldCharType')
      if (type === 'begin') beginField(tag, cut)
      if (type === 'separate' && field) beginResult(field)
      if (type === 'end' && field) endField(field, cut)
    },
  })
  return found
}

const isLocked = (tag: Tag) => /^(?:true|1|on)$/.test(getAttribute(tag, 'fldLock'))

function hasTag(text: string): boolean {
  const start = text.indexOf('[[')
  return start !== -1 && text.includes(']]', start)
}

/** Whether an element within an instruction is printed where the instruction is not: runs keep their properties. */
function isContent({ tag, parent }: Element): boolean {
  return ['p', 'tbl', 'fldSimple'].includes(tag.name) || (parent?.tag.name === 'r' && tag.name !== 'rPr')
}

/** Texts are counted where they are read. */
const unprintedElements = [
  'rPr',
  't',
  'instrText',
  'delText',
  'delInstrText',
  'fldChar',
  'lastRenderedPageBreak',
]

function isPrintedElement({ tag, parent }: Element): boolean {
  return parent?.tag.name === 'r' && !unprintedElements.includes(tag.name)
}
