import { cleanLine, cleanText } from '#lib/core/text/clean'
import { errorText } from '#lib/messages/errors'
import { listNamesAbove } from '../fields/locks.ts'
import { maxDecimals } from '../zones.ts'
import type { FileField } from './file-field.ts'
import { isNumberValue, type ReadField } from './read-field.ts'
import { isArithmetic, isNumberField, isPercentField, parseFormula, readDecimals } from './scripts.ts'

/** Formulas of a process are no longer. */
const maxFormulaLength = 500
const maxLabelLength = 255
/** Calculations that one may depend on. */
const maxFollowed = 1000
/** As many have room in a formula: `{{a}}+`. */
const maxOperands = Math.ceil(maxFormulaLength / 6)

/**
 * Makes formulas of calculations, which refer to fields by their labels: the operands become numbers. A calculation
 * that is no formula is lost: the signer enters its value, since that of the file is the result for other operands. /CO
 * of the form only orders calculations (ISO 32000-2, table 199): a field that it lacks is calculated, too.
 * @param constants fields whose numbers formulas have instead of a reference
 */
export function addFormulas(fields: readonly ReadField[], constants: readonly ReadField[] = []): void {
  const calculated = fields.filter(({ scripts }) => scripts.C !== undefined)
  const isCalculated = new Set(calculated.map(({ field }) => field))
  const misread = new Set(fields.filter(isMisread).map(({ field }) => field))
  const operands = new Map<FileField, Set<FileField>>()
  const [fieldsNamed, labels] = [fieldFinder([...fields, ...constants]), new Labels(fields)]
  const isConstant = new Set(constants.map(({ field }) => field))
  for (const { field, scripts, lost } of calculated) {
    const used = new Set<FileField>()
    let operandCount = 0
    const formula = parseFormula(scripts.C!, (name) => {
      const found = operandCount > maxOperands ? [] : fieldsNamed(name)
      operandCount += found.length
      for (const operand of found) used.add(operand)
      return found.length > 0 && found.every(isOperand)
        ? found.map((operand) => (isConstant.has(operand) ? operand.value! : `{{${labels.claim(operand)}}}`))
        : null
    })
    const isOfNumbers =
      isNumber(field) || [...used].every((operand) => isNumber(operand) || isCalculated.has(operand))
    operands.set(field, used)
    field.readOnly = false
    field.value = null
    const isUsable =
      formula !== null &&
      formula.length <= maxFormulaLength &&
      (isOfNumbers || isArithmetic(scripts.C!)) &&
      ![...used].some((operand) => misread.has(operand)) &&
      !isCircular(field, operands)
    if (isUsable && (field.type === 'text' || field.type === 'number')) {
      Object.assign(field, { type: 'number', formula, maxLength: null, required: false })
      delete field.layout.comb
      // A form shows a result without a format in full; `AFSimple_Calculate` rounds it to 6 decimals.
      const decimals = readDecimals(scripts)
      field.decimals = { ...(decimals && { min_decimals: decimals }), max_decimals: decimals ?? maxDecimals }
      for (const operand of used) if (isNumberValue(operand.value)) operand.type = 'number'
    } else {
      operands.delete(field)
      lost.push(errorText('import.calculationNotKept'))
    }
  }
}

/**
 * The calculated fields that cannot be calculated without the missing ones, directly or through others, or have constants
 * only, each with the name of such a field.
 */
export function findDependent(
  fields: readonly ReadField[],
  { missing, constants }: { missing: readonly ReadField[]; constants: ReadonlySet<ReadField> },
): Map<ReadField, string> {
  const constantNames = new Set([...constants].map(({ field }) => field.name))
  const dependent = new Map<ReadField, string>()
  const uses = fields.flatMap((field) => {
    const operands = listOperands(field)
    const [first] = operands
    if (first !== undefined && operands.isSubsetOf(constantNames)) dependent.set(field, first)
    return [...operands].map((name) => ({ name, field }))
  })
  const users = Map.groupBy(uses, ({ name }) => name)
  const queue = users.size > 0 ? [...missing, ...dependent.keys()].map(({ field }) => field.name) : []
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const above of listNamesAbove(name)) {
      const found = users.get(above) ?? []
      users.delete(above)
      for (const { field } of found) {
        if (dependent.has(field)) continue
        dependent.set(field, name)
        queue.push(field.field.name)
      }
    }
  }
  return dependent
}

/** The names in the formula of a field: of fields, or of such that have them below. */
function listOperands({ scripts }: ReadField): Set<string> {
  const names = new Set<string>()
  const add = (name: string) => [`{{${names.add(cleanText(name)).size}}}`]
  return scripts.C !== undefined && parseFormula(scripts.C, add) !== null ? names : new Set()
}

/** Finds the field of a name, or the fields below it in the hierarchy: all, or more than a formula can have. */
function fieldFinder(fields: readonly ReadField[]): (name: string) => FileField[] {
  const exact = Map.groupBy(
    fields.map(({ field }) => field),
    ({ name }) => name,
  )
  const sorted = fields
    .map(({ field }, place) => ({ field, place }))
    .sort((a, b) => (a.field.name < b.field.name ? -1 : 1))
  return (written) => {
    const name = cleanText(written)
    const found = exact.get(name)
    // Of several fields of one name nobody knows which is meant.
    if (found) return found.length === 1 ? found : []
    const start = `${name}.`
    const first = firstAt(sorted.length, (index) => sorted[index]!.field.name >= start)
    let end = first
    while (end - first <= maxOperands && sorted[end]?.field.name.startsWith(start)) end++
    return sorted
      .slice(first, end)
      .sort((a, b) => a.place - b.place)
      .map(({ field }) => field)
  }
}

/** The first index below `length` from which on the condition is met, else `length`. */
function firstAt(length: number, isMet: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isMet(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether the field has the format or the value of a number. */
function isNumber({ type, value }: FileField): boolean {
  return type === 'number' || (value !== null && isNumberValue(value))
}

/**
 * Whether a formula would take another number than the file: it reads a value in another format by the process's language,
 * and a percentage as it is typed.
 */
function isMisread({ field, scripts }: ReadField): boolean {
  if (scripts.C !== undefined) return false
  return isPercentField(scripts) || (field.type === 'text' && isNumberField(scripts))
}

function isOperand({ type }: FileField): boolean {
  return type === 'text' || type === 'number'
}

/** The labels of all fields: operands are told apart by them. */
class Labels {
  readonly #uses = new Map<string, number>()
  /** The last number that was tried after a name. */
  readonly #numbers = new Map<string, number>()

  constructor(fields: readonly ReadField[]) {
    for (const { field } of fields) this.#count(field.label, 1)
  }

  /** Gives a field a label without braces that no other has. */
  claim(field: FileField): string {
    this.#count(field.label, -1)
    field.label = this.#freeLabel(field)
    this.#count(field.label, 1)
    return field.label
  }

  #freeLabel(field: FileField): string {
    const label = withoutBraces(field.label)
    const name = withoutBraces(field.name)
    if (this.#isFree(label)) return label
    if (this.#isFree(name)) return name
    const base = cleanLine(name, maxLabelLength - 8)
    for (let number = this.#numbers.get(base) ?? 2; ; number++) {
      const numbered = `${base} ${number}`.trim()
      this.#numbers.set(base, number)
      if (this.#isFree(numbered)) return numbered
    }
  }

  #isFree(label: string): boolean {
    return label !== '' && !this.#uses.get(label)
  }

  #count(label: string, change: 1 | -1): void {
    this.#uses.set(label, (this.#uses.get(label) ?? 0) + change)
  }
}

function withoutBraces(text: string): string {
  return cleanLine(text.replace(/[{}]/g, ' '))
}

/** Whether a formula refers to its own field, directly or through others, or to more others than are followed. */
function isCircular(field: FileField, operands: ReadonlyMap<FileField, Set<FileField>>): boolean {
  const visited = new Set<FileField>()
  const queue = [...(operands.get(field) ?? [])]
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (next === field) return true
    const further = operands.get(next)
    if (!further || visited.has(next)) continue
    if (visited.size === maxFollowed) return true
    visited.add(next)
    queue.push(...further)
  }
  return false
}
