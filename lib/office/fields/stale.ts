import { readFields, type StoredField } from './fields.ts'
import {
  chooseTreatment,
  findCounter,
  isFormattedText,
  isLink,
  isTextReference,
  noteReference,
  numberedBookmark,
  readArgument,
  readKind,
} from './kinds.ts'
import { listStoredCounters } from './results.ts'
import { fillCell, listParts, type Part, type Place, readsFilledCell } from './tables.ts'

/** Kinds that compare the texts of bookmarks. */
const conditions = ['IF', 'COMPARE']

/** A field whose stored result is wrong. */
interface StaleField {
  /** Its instruction. */
  code: string
  /** Whether it is wrong by the numbers before it. */
  isNumber: boolean
}

/**
 * A field whose stored result is wrong once the placeholders of a DOCX are filled in: one with a placeholder in it, a
 * formula that reads cells with some, one that names a bookmark around one, or a number that is counted in a part that
 * is repeated, or after others in one that is left out. Null when there is none.
 */
export async function findStaleField(bytes: Uint8Array): Promise<StaleField | null> {
  const { parts, bookmarks, filledBookmarks, tableBookmarks, notes } = await readFields(bytes)
  const fields = parts.flatMap((part) => part.fields)
  const storedCounters = listStoredCounters(fields)
  const countedParts = findCountedParts(fields, notes)
  const isFilled = (name: string) => filledBookmarks.has(name)

  function isStaleFormula(instruction: string, cell: StoredField['cell']): boolean {
    const names = listNames(instruction)
    if (names.some(isFilled)) return true
    const cellNames = names.filter((name) => !bookmarks.has(name))
    if (cellNames.length === 0) return false
    return names.some((name) => tableBookmarks.has(name)) || Boolean(cell && readsFilledCell(cellNames, cell))
  }

  /** @param isInner whether it stands in the instruction of another field, where a reference keeps its result */
  function isStaleInstruction(instruction: string, isInner: boolean, cell: StoredField['cell']): boolean {
    const treatment = chooseTreatment(instruction)
    if (treatment === 'formula') return isStaleFormula(instruction, cell)
    if (treatment === 'name') return isFilled(readKind(instruction).toLowerCase())
    if (treatment === 'reference')
      return (isInner ? isTextReference : isFormattedText)(instruction) && isFilled(readArgument(instruction))
    return conditions.includes(readKind(instruction)) && listNames(instruction).slice(1).some(isFilled)
  }

  /** Whether a part with numbers before this one is repeated, or may be left out without it. */
  function isStaleNumber(instruction: string, place: Place): boolean {
    const isComputed =
      chooseTreatment(instruction) === 'counter' && !storedCounters.has(readArgument(instruction))
    const counted = countedParts.get(findCounter(instruction) ?? '')
    if (isComputed || !counted) return false
    const bookmark = numberedBookmark(instruction)
    const position = (bookmark === null ? place.position : bookmarks.get(bookmark)) ?? Infinity
    const partsAround = new Set(listParts(place))
    return [...counted].some(
      ([part, first]) => first <= position && (part.isRepeated || !partsAround.has(part)),
    )
  }

  const hasStaleNumber = (field: StoredField) =>
    !(field.hasPlaceholder || field.isEmpty) &&
    field.instructions.some((instruction) => isStaleNumber(instruction, field))

  const isStale = ({ instructions, cell, hasPlaceholder, hasHiddenPlaceholder }: StoredField) => {
    const [instruction] = instructions
    if (hasPlaceholder && !isLink(instruction)) return false
    // The target of a link is not printed, and that of another program is often JSON with brackets of its own.
    if (hasHiddenPlaceholder && !isLink(instruction) && readKind(instruction) !== 'ADDIN') return true
    return instructions.some((each, index) => isStaleInstruction(each, index > 0, cell))
  }
  for (const { instructions, cell } of fields)
    if (cell && isTextReference(instructions[0]) && isFilled(readArgument(instructions[0])))
      fillCell(cell.table, cell)
  const stale = fields.find((field) => isStale(field) || hasStaleNumber(field))
  return stale ? { code: stale.code.trim(), isNumber: !isStale(stale) } : null
}

/** By counter the parts in which it counts, each with the place of the first number in it. */
function findCountedParts(fields: StoredField[], notes: Place[]): Map<string, Map<Part, number>> {
  const found = new Map<string, Map<Part, number>>()
  const add = (counter: string, place: Place) => {
    for (const part of listParts(place)) {
      const counted = found.get(counter) ?? new Map<Part, number>()
      found.set(counter, counted)
      counted.set(part, Math.min(place.position ?? -Infinity, counted.get(part) ?? Infinity))
    }
  }
  for (const field of fields)
    for (const instruction of field.instructions) {
      const counter = findCounter(instruction)
      if (counter && numberedBookmark(instruction) === null) add(counter, field)
    }
  for (const note of notes) add(noteReference, note)
  return found
}

/**
 * The names in an instruction that may be those of bookmarks or cells, in any language, and ranges of cells; not
 * numbers, texts, formats and the names of functions.
 */
function listNames(instruction: string): string[] {
  const words = instruction
    .replaceAll(/\\[#*@]\s*(?:"[^"]*"|[^\s"]+)|"[^"]*"/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}_:]+(?:\s*\()?/gu)
  return (words ?? []).filter((word) => !word.endsWith('(') && !/^\p{N}+$/u.test(word))
}
