import { readFields, type StoredField } from './fields.ts'
import { argumentOf, isFormattedText, isLink, isTextReference, kindOf, treatmentOf } from './kinds.ts'
import { fillCell, readsFilledCell } from './tables.ts'

/** Kinds that compare the texts of bookmarks. */
const conditions = ['IF', 'COMPARE']

/**
 * The instruction of a field whose stored result is wrong once the placeholders of a DOCX are filled in: one with a
 * placeholder in it, a formula that reads cells with some, or one that names a bookmark around one. Null when there is
 * none.
 */
export async function findStaleField(bytes: Uint8Array): Promise<string | null> {
  const { parts, bookmarks, filledBookmarks, tableBookmarks } = await readFields(bytes)
  const isFilled = (name: string) => filledBookmarks.has(name)

  function isStaleFormula(instruction: string, cell: StoredField['cell']): boolean {
    const names = listNames(instruction)
    if (names.some(isFilled)) return true
    const cellNames = names.filter((name) => !bookmarks.has(name))
    if (cellNames.length === 0) return false
    return names.some((name) => tableBookmarks.has(name)) || Boolean(cell && readsFilledCell(cellNames, cell))
  }

  function isStaleInstruction(instruction: string, isInner: boolean, cell: StoredField['cell']): boolean {
    const treatment = treatmentOf(instruction)
    if (treatment === 'formula') return isStaleFormula(instruction, cell)
    if (treatment === 'name') return isFilled(kindOf(instruction).toLowerCase())
    if (treatment === 'reference')
      return (isInner ? isTextReference : isFormattedText)(instruction) && isFilled(argumentOf(instruction))
    return conditions.includes(kindOf(instruction)) && listNames(instruction).slice(1).some(isFilled)
  }

  const isStale = ({ instructions, hasPlaceholder, hasHiddenPlaceholder, cell }: StoredField) => {
    const [instruction] = instructions
    if (hasPlaceholder && !isLink(instruction)) return false
    // The target of a link is not printed, and that of another program is often JSON with brackets of its own.
    if (hasHiddenPlaceholder && !isLink(instruction) && kindOf(instruction) !== 'ADDIN') return true
    return instructions.some((each, index) => isStaleInstruction(each, index > 0, cell))
  }
  const fields = parts.flatMap((part) => part.fields)
  for (const { instructions, cell } of fields)
    if (cell && isTextReference(instructions[0]) && isFilled(argumentOf(instructions[0])))
      fillCell(cell.table, cell)
  const stale = fields.find(isStale)
  return stale ? stale.code.trim() : null
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
