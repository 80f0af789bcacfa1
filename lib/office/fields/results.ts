import { applyEdits, replaceParts } from '../rewrite.ts'
import { readFields, type StoredField } from './fields.ts'
import {
  chooseTreatment,
  isHiddenCounter,
  isLink,
  isPlainCounter,
  isPlainReference,
  isTextReference,
  mayPrintNothing,
  readArgument,
} from './kinds.ts'

/**
 * Puts the stored results of fields that LibreOffice may compute otherwise in place of these fields, as “Unlink Field”
 * of Word does (ECMA-376 part 1, 17.16), and removes those that print nothing. What depends on the pages, the day or
 * the file stays a field, unless its result has a placeholder to fill in.
 * @param bytes a checked DOCX
 * @param isFilled whether it had placeholders that were filled in: of its fields only references to bookmarks that
 * went with a part are replaced then
 * @returns the same bytes if there is no such field
 */
export async function keepFieldResults(bytes: Uint8Array, isFilled = false): Promise<Uint8Array> {
  const { parts, bookmarks, filledBookmarks } = await readFields(bytes)
  const storedCounters = listStoredCounters(parts.flatMap(({ fields }) => fields))
  const isReplaced = ({ instructions: [instruction], ...field }: StoredField) => {
    const treatment = chooseTreatment(instruction)
    const argument = readArgument(instruction)
    if (treatment === 'reference' && !bookmarks.has(argument)) return true
    if (isFilled) return false
    const isFilledText = isTextReference(instruction) && filledBookmarks.has(argument)
    if (field.hasPlaceholder || (field.isLocked && !field.isEmpty && !isFilledText))
      return !isLink(instruction)
    if (treatment === 'computed') return false
    if (treatment === 'counter')
      return storedCounters.has(argument) && (!field.isEmpty || isHiddenCounter(instruction))
    if (treatment === 'formula') return !hasNoResult(field, instruction)
    if (treatment === 'property') return !field.isEmpty
    if (treatment !== 'reference') return true
    return !field.isEmpty && !isPlainReference(instruction) && !isFilledText
  }
  const replaced = new Map<string, string>()
  for (const { name, xml, fields } of parts) {
    const cuts = fields.filter(isReplaced).flatMap((field) => field.cuts)
    if (cuts.length > 0) replaced.set(name, applyEdits(xml, cuts))
  }
  return replaceParts(bytes, replaced)
}

/** The first formula of a DOCX without a result, which LibreOffice would compute in another language; null if none. */
export async function findEmptyFormula(bytes: Uint8Array): Promise<string | null> {
  const { parts } = await readFields(bytes)
  const isEmptyFormula = ({ instructions: [instruction], ...field }: StoredField) =>
    chooseTreatment(instruction) === 'formula' && hasNoResult(field, instruction)
  const formula = parts.flatMap(({ fields }) => fields).find(isEmptyFormula)
  return formula ? formula.code.trim() : null
}

/** Whether the result of a formula is missing, and not empty by its format. */
const hasNoResult = (
  { isEmpty, hasResult }: Pick<StoredField, 'isEmpty' | 'hasResult'>,
  instruction: string,
) => isEmpty && !(hasResult && mayPrintNothing(instruction))

/**
 * The counters of which a field is hidden, set, formatted, locked or within the instruction of another: LibreOffice would
 * also count the others otherwise.
 */
export function listStoredCounters(fields: StoredField[]): Set<string> {
  const counters = fields.flatMap(({ instructions, isLocked }) =>
    instructions.filter(
      (instruction, index) =>
        chooseTreatment(instruction) === 'counter' && (index > 0 || isLocked || !isPlainCounter(instruction)),
    ),
  )
  return new Set(counters.map(readArgument))
}
