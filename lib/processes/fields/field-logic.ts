import type { Condition } from '#db/schema/processes-fields'
import { composeText, isSameText } from '#lib/core/text/characters'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { Decimals, FieldType } from '#lib/pdf/zones'
import { canonicalNumber, plainNumber, readNumber } from './read-value.ts'

/** The members of a field with which it refers to other fields of its signer, by label. */
export interface LinkedField {
  type: FieldType
  label: string | null
  options: readonly string[]
  condition: Condition | null
  formula: string | null
  editable?: boolean
  /** With the members of `Decimals`. */
  validation?: Record<string, unknown>
}

/** A formula that is not understood. */
export class FormulaError extends Error {
  readonly text: ErrorText

  constructor(text: ErrorText) {
    super(text.key)
    this.text = text
  }
}

/** A number; null when it is missing; `NaN` when there is none to calculate with, such as `n/a`, or a division by 0. */
type Operand = number | null
type Token = number | string | { label: string }

const tokenPattern = /\s*(?:(\d+(?:\.\d+)?)|\{\{([^{}]+)\}\}|([-+*/(),]|SUM|PRODUCT|AVG|MIN|MAX))\s*/y
/** Functions of any number of operands, of which a missing one counts as 0, as in PDF forms. None has a result with `NaN`. */
const functions: Record<string, (values: number[]) => number> = {
  SUM: (values) => values.reduce((total, value) => total + value, 0),
  PRODUCT: (values) => values.reduce((product, value) => product * value, 1),
  AVG: (values) => values.reduce((total, value) => total + value, 0) / values.length,
  MIN: (values) => Math.min(...values),
  MAX: (values) => Math.max(...values),
}
/** Doubles have 15 exact digits, whole numbers nearly 16. */
const EXACT_DIGITS = 15
/** Below, the decimals of a result are exact enough to be rounded. */
const TOO_LARGE = 1e12

/**
 * The value of a formula with + - * /, parentheses and functions; null when an operand is missing, `NaN` when one is not
 * a number or a divisor is 0.
 * @param valueAt the value of the field with a label: null when it is empty, `NaN` when it is not a number
 * @throws FormulaError
 */
export function evaluateFormula(formula: string, valueAt: (label: string) => Operand): Operand {
  const tokens = tokenize(formula)
  let position = 0
  const takeSign = (...signs: string[]) => {
    const token = tokens[position]
    if (typeof token !== 'string' || !signs.includes(token)) return null
    position++
    return token
  }
  const isDecimalComma = () =>
    tokens[position] === ',' &&
    typeof tokens[position - 1] === 'number' &&
    typeof tokens[position + 1] === 'number'
  const unexpected = (otherwise: 'processes.operatorMissing' | 'processes.closingParenthesisMissing') =>
    new FormulaError(
      isDecimalComma()
        ? errorText('processes.decimalPointNeeded', { example: '1250.5' })
        : errorText(otherwise),
    )
  const sum = (): Operand => {
    let value = product()
    for (let sign = takeSign('+', '-'); sign; sign = takeSign('+', '-'))
      value = combine(sign, value, product())
    return value
  }
  const product = (): Operand => {
    let value = factor()
    for (let sign = takeSign('*', '/'); sign; sign = takeSign('*', '/'))
      value = combine(sign, value, factor())
    return value
  }
  const factor = (): Operand => {
    if (takeSign('-')) return combine('-', 0, factor())
    const name = takeSign(...Object.keys(functions))
    if (name && tokens[position] !== '(')
      throw new FormulaError(errorText('processes.needsParentheses', { name }))
    if (takeSign('(')) {
      const values = [sum()]
      while (name && takeSign(',')) values.push(sum())
      if (!takeSign(')')) throw unexpected('processes.closingParenthesisMissing')
      return name ? functions[name]!(values.map((value) => value ?? 0)) : values[0]!
    }
    const token = tokens[position++]
    if (token === undefined) throw new FormulaError(errorText('processes.operandMissingAtEnd'))
    if (typeof token === 'string')
      throw new FormulaError(errorText('processes.operandMissingBefore', { token }))
    return typeof token === 'number' ? token : valueAt(token.label)
  }
  const result = sum()
  if (position < tokens.length) throw unexpected('processes.operatorMissing')
  return result
}

function tokenize(formula: string): Token[] {
  const tokens: Token[] = []
  for (let offset = 0; offset < formula.length; offset = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = offset
    const [, number, label, sign] = tokenPattern.exec(formula) ?? []
    if (number !== undefined) tokens.push(Number(number))
    else if (label !== undefined) tokens.push({ label: label.trim() })
    else if (sign !== undefined) tokens.push(sign)
    else
      throw new FormulaError(
        errorText('processes.notUnderstoodFrom', { rest: formula.slice(offset, offset + 20).trim() }),
      )
  }
  return tokens
}

function combine(sign: string, a: Operand, b: Operand): Operand {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN
  if (a === null || b === null) return null
  if (sign === '+') return a + b
  if (sign === '-') return a - b
  if (sign === '*') return a * b
  return b === 0 ? Number.NaN : a / b
}

/**
 * A result as text, rounded half away from zero to `max_decimals` (2), with zeros up to `min_decimals` (0); empty when
 * there is none or it is too large to be exact.
 */
export function resultText(result: Operand, { min_decimals = 0, max_decimals = 2 }: Decimals = {}): string {
  if (result === null) return ''
  const isWhole = Number.isSafeInteger(result)
  const isExact = Math.abs(result) < TOO_LARGE || Math.abs(result) * 10 ** max_decimals < 10 ** EXACT_DIGITS
  if (!isWhole && !isExact) return ''
  const [whole, decimals = ''] = String(isWhole ? result : round(result, max_decimals)).split('.')
  const shown = decimals.padEnd(min_decimals, '0')
  return shown ? `${whole}.${shown}` : whole!
}

function round(result: number, decimals: number): number {
  const factor = 10 ** decimals
  const units = Math.round(Number((Math.abs(result) * factor).toPrecision(EXACT_DIGITS)))
  return Number(((Math.sign(result) * units) / factor).toPrecision(EXACT_DIGITS))
}

/** The labels that a formula refers to. @throws FormulaError */
function findLabels(formula: string): string[] {
  const labels = new Set<string>()
  evaluateFormula(formula, (label) => {
    labels.add(label)
    return null
  })
  return [...labels]
}

/** Why a formula is not understood; null when it is. */
export function findFormulaError(formula: string): ErrorText | null {
  try {
    findLabels(formula)
    return null
  } catch (error) {
    return (error as FormulaError).text
  }
}

/** The labels of the fields that a field refers to. */
export function listReferredLabels({
  condition,
  formula,
}: Pick<LinkedField, 'condition' | 'formula'>): string[] {
  const operands = formula && findFormulaError(formula) === null ? findLabels(formula) : []
  return condition ? [condition.field, ...operands] : operands
}

/** Finds the fields with exactly a label, else those with a label that differs only in how its letters are composed. */
export function labelFinder<F extends Pick<LinkedField, 'label'>>(fields: F[]): (label: string) => F[] {
  const exact = new Map<string, F[]>()
  const composed = new Map<string, F[]>()
  for (const field of fields) {
    const label = field.label?.trim()
    if (!label) continue
    append(exact, label, field)
    append(composed, composeText(label), field)
  }
  return (label) => exact.get(label) ?? composed.get(composeText(label)) ?? []
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/**
 * The fields, each after those it refers to; `waiting`: those on or behind a circular reference, with their targets.
 */
export function sortByDependency<F extends LinkedField>(fields: F[], findLabelled: (label: string) => F[]) {
  const waiting = new Map<F, Set<F>>()
  const dependents = new Map<F, F[]>()
  for (const field of fields) {
    const targets = new Set(listReferredLabels(field).flatMap((label) => findLabelled(label)[0] ?? []))
    waiting.set(field, targets)
    for (const target of targets) append(dependents, target, field)
  }
  const ordered = fields.filter((field) => waiting.get(field)!.size === 0)
  for (const field of ordered) {
    waiting.delete(field)
    for (const dependent of dependents.get(field) ?? []) {
      const targets = waiting.get(dependent)!
      targets.delete(field)
      if (targets.size === 0) ordered.push(dependent)
    }
  }
  return { ordered, waiting }
}

/**
 * What a signer's fields contain: calculated values, and nothing in hidden fields. Formulas calculate with the results of
 * others as the document shows them; with those of fields with `max_decimals` before they are rounded, as PDF forms do.
 * @param locale of the process, by which numbers in text are read
 * @param enteredValue the value that the signer entered in a field, normalized
 */
export function applyLogic<F extends LinkedField & { id: number }>(
  fields: F[],
  locale: string,
  enteredValue: (field: F) => string,
): { hidden: Set<number>; values: Map<number, string> } {
  const findLabelled = labelFinder(fields)
  const hiddenIds = new Set<number>()
  const values = new Map<number, string>()
  /** By field id; `NaN` where the field is empty because there is no result: other formulas must not count it as 0. */
  const results = new Map<number, Operand>()
  const fieldAt = (label: string) => findLabelled(label)[0]
  const valueAt = (label: string) => values.get(fieldAt(label)?.id ?? 0) ?? ''
  for (const field of sortByDependency(fields, findLabelled).ordered) {
    const { id, condition, formula } = field
    const type = condition && fieldAt(condition.field)?.type
    if (condition && !holds(condition, type ?? 'text', valueAt(condition.field))) {
      hiddenIds.add(id)
      values.set(id, '')
    } else if (formula === null) values.set(id, enteredValue(field))
    else {
      const operandAt = (label: string) => {
        const operand = fieldAt(label)
        const calculated = operand && results.get(operand.id)
        return calculated ?? toOperand(operand?.type ?? 'number', valueAt(label), locale)
      }
      const result = evaluateFormula(formula, operandAt)
      const decimals: Decimals = field.validation ?? {}
      const text = resultText(result, decimals)
      values.set(id, text)
      const isExact = text === '' || decimals.max_decimals !== undefined
      results.set(id, text === '' && result !== null ? Number.NaN : isExact ? result : Number(text))
    }
  }
  return { hidden: hiddenIds, values }
}

/** The fields of a signer as the document shows them: hidden ones without the value that the sender has fixed. */
export function withoutHiddenValues<F extends LinkedField & { id: number; value: string | null }>(
  fields: F[],
  locale: string,
): F[] {
  const { hidden } = applyLogic(fields, locale, ({ value }) => value ?? '')
  return fields.map((field) => (hidden.has(field.id) ? { ...field, value: null } : field))
}

/**
 * The number in a value. Text is read as the document shows it, by the language of the process; an option that is no
 * number there may be one as the sender's API writes it. `NaN` when it is not a number.
 */
function toOperand(type: FieldType, value: string, locale: string): Operand {
  if (value.trim() === '') return null
  const isOption = type === 'radio' || type === 'dropdown'
  const plain = type === 'number' ? plainNumber(value) : readNumber(value, locale)
  return toNumber(plain ?? (isOption ? plainNumber(value) : null)) ?? Number.NaN
}

/** `NaN` for one of more digits than a double keeps: its last ones would be others. */
function toNumber(plain: string | null): Operand {
  if (plain === null) return null
  const value = Number(plain)
  const digits = plain.replace(/^-?[0.]*/, '').replace('.', '').length
  return digits <= EXACT_DIGITS || canonicalNumber(plain) === String(value) ? value : Number.NaN
}

/** Whether a condition is met. An unticked checkbox is not filled and equals `false`; numbers are equal by value. */
function holds({ filled, equals, not_equals }: Condition, type: FieldType, value: string): boolean {
  if (filled !== undefined) return filled === (type === 'checkbox' ? value === 'true' : value !== '')
  const text = type === 'checkbox' && value === '' ? 'false' : value
  const expected = equals ?? not_equals ?? ''
  const number = type === 'number' ? canonicalNumber(text) : null
  const isEqual = isSameText(text, expected) || (number !== null && number === canonicalNumber(expected))
  return isEqual === (equals !== undefined)
}
