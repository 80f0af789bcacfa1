import { readFields, type StoredField } from './fields.ts'
import {
  argumentOf,
  countedWith,
  isFormattedText,
  isLink,
  isTextReference,
  kindOf,
  treatmentOf,
} from './kinds.ts'
import { listStoredCounters } from './results.ts'
import { fillCell, readsFilledCell } from './tables.ts'

/** Kinds that compare the texts of bookmarks. */
const conditions = ['IF', 'COMPARE']

/**
 * The instruction of a field whose stored result is wrong once the placeholders of a DOCX are filled in: one with a
 * placeholder in it, a formula that reads cells with some, one that names a bookmark around one, or a number that is
 * counted with others in a part that is repeated or left out. Null when there is none.
 */
export async function findStaleField(bytes: Uint8Array): Promise<string | null> {
  const { parts, bookmarks, filledBookmarks, tableBookmarks, hasNoteInPart } = await readFields(bytes)
  const fields = parts.flatMap((part) => part.fields)
  const storedCounters = listStoredCounters(fields)
  const countedInParts = new Set(
    fields.filter(standsInPart).flatMap(({ instructions }) => instructions.map(countedWith)),
  )
  const isFilled = (name: string) => filledBookmarks.has(name)

  function isStaleFormula(instruction: string, cell: StoredField['cell']): boolean {
    const names = listNames(instruction)
    if (names.some(isFilled)) return true
    const cellNames = names.filter((name) => !bookmarks.has(name))
    if (cellNames.length === 0) return false
    return names.some((name) => tableBookmarks.has(name)) || Boolean(cell && readsFilledCell(cellNames, cell))
  }

  /** @param isStored whether a reference keeps its result, as it does in the instruction of another field or locked */
  function isStaleInstruction(instruction: string, isStored: boolean, cell: StoredField['cell']): boolean {
    const treatment = treatmentOf(instruction)
    if (treatment === 'formula') return isStaleFormula(instruction, cell)
    if (treatment === 'name') return isFilled(kindOf(instruction).toLowerCase())
    if (treatment === 'reference')
      return (isStored ? isTextReference : isFormattedText)(instruction) && isFilled(argumentOf(instruction))
    return conditions.includes(kindOf(instruction)) && listNames(instruction).slice(1).some(isFilled)
  }

  function isStaleNumber(instruction: string): boolean {
    if (kindOf(instruction) === 'NOTEREF') return hasNoteInPart
    const counted = countedWith(instruction)
    const isComputed = treatmentOf(instruction) === 'counter' && !storedCounters.has(argumentOf(instruction))
    return counted !== null && countedInParts.has(counted) && !isComputed
  }

  const isStale = ({ instructions, cell, ...field }: StoredField) => {
    const { hasPlaceholder, hasHiddenPlaceholder, isEmpty, isLocked } = field
    const [instruction] = instructions
    if (hasPlaceholder && !isLink(instruction)) return false
    // The target of a link is not printed, and that of another program is often JSON with brackets of its own.
    if (hasHiddenPlaceholder && !isLink(instruction) && kindOf(instruction) !== 'ADDIN') return true
    if (!isEmpty && instructions.some(isStaleNumber)) return true
    return instructions.some((each, index) => isStaleInstruction(each, isLocked || index > 0, cell))
  }
  for (const { instructions, cell } of fields)
    if (cell && isTextReference(instructions[0]) && isFilled(argumentOf(instructions[0])))
      fillCell(cell.table, cell)
  const stale = fields.find(isStale)
  return stale ? stale.code.trim() : null
}

/** Whether a field stands in a part that is repeated or left out, or in a row of one of whole rows. */
function standsInPart({ isInPart, cell }: StoredField): boolean {
  return isInPart || Boolean(cell?.table.partRows.has(cell.row))
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
