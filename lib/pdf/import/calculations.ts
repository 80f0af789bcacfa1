import { oneLine } from './buttons.ts'
import type { FileField } from './file-field.ts'
import { isNumberValue, type ReadField } from './read-field.ts'
import { formulaOf } from './scripts.ts'

/** Formulas of a process are no longer. */
const maxFormulaLength = 500
const maxLabelLength = 255

/**
 * Makes formulas of calculations, which refer to fields by their labels: the operands become numbers. A calculation
 * that is no formula is lost: the signer enters its value, since that of the file is the result for other operands.
 */
export function addFormulas(fields: readonly ReadField[]): void {
  const calculated = fields.filter(({ scripts }) => scripts.C !== undefined)
  const operands = new Map<FileField, Set<FileField>>()
  for (const { field, scripts, lost } of calculated) {
    const used = new Set<FileField>()
    const formula = formulaOf(scripts.C!, (name) => {
      const found = fieldsNamed(fields, name)
      for (const operand of found) used.add(operand)
      return found.length > 0 && found.every(isOperand)
        ? found.map((operand) => operandOf(operand, fields))
        : null
    })
    operands.set(field, used)
    field.readOnly = false
    field.value = null
    const isUsable = formula !== null && formula.length <= maxFormulaLength && !isCircular(field, operands)
    if (isUsable && (field.type === 'text' || field.type === 'number')) {
      Object.assign(field, { type: 'number', formula, maxLength: null, required: false })
      delete field.layout.comb
      for (const operand of used) if (isNumberValue(operand.value)) operand.type = 'number'
    } else {
      operands.delete(field)
      lost.push('The calculation of the field is not kept: the signer enters the value.')
    }
  }
}

/** The field of a name, or all fields below it in the hierarchy. */
function fieldsNamed(fields: readonly ReadField[], name: string): FileField[] {
  const exact = fields.filter(({ field }) => field.name === name)
  const found = exact.length > 0 ? exact : fields.filter(({ field }) => field.name.startsWith(`${name}.`))
  return found.map(({ field }) => field)
}

function isOperand({ type }: FileField): boolean {
  return type === 'text' || type === 'number'
}

/** The label of a field in double braces; the field is given one that no other has. */
function operandOf(field: FileField, fields: readonly ReadField[]): string {
  const taken = new Set(fields.filter((other) => other.field !== field).map((other) => labelOf(other.field)))
  const candidates = [labelOf(field), field.name, ...fields.map((_, index) => `${field.name} ${index + 2}`)]
  field.label = candidates
    .map((candidate) => oneLine(candidate.replace(/[{}]/g, ' ')).slice(0, maxLabelLength).trim())
    .find((candidate) => candidate !== '' && !taken.has(candidate))!
  return `{{${field.label}}}`
}

function labelOf({ label }: FileField): string {
  return oneLine(label).slice(0, maxLabelLength).trim()
}

/** Whether a formula refers to its own field, directly or through others. */
function isCircular(field: FileField, operands: ReadonlyMap<FileField, Set<FileField>>): boolean {
  const visited = new Set<FileField>()
  const queue = [...(operands.get(field) ?? [])]
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (next === field) return true
    if (visited.has(next)) continue
    visited.add(next)
    queue.push(...(operands.get(next) ?? []))
  }
  return false
}
