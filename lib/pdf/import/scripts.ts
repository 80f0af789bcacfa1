import { type PDF, type PdfDict, PdfStream } from '@libpdf/core'
import { cutText } from '#lib/core/text/characters'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { asDict, resolver } from '../check/inspect.ts'
import { decodeTextString } from '../fields/choices.ts'
import { maxDecimals } from '../zones.ts'

/** The scripts of a field by their trigger (ISO 32000-2, table 199): keystroke, format, validate, calculate. */
export type FieldScripts = Partial<Record<(typeof triggers)[number], string>>
const triggers = ['K', 'F', 'V', 'C'] as const

/** The operands of a formula that a name stands for: one, or those of all fields below the name; null if unknown. */
type OperandsOf = (name: string) => string[] | null

const simpleFunctions = new Map([
  ['SUM', 'SUM'],
  ['PRD', 'PRODUCT'],
  ['AVG', 'AVG'],
  ['MIN', 'MIN'],
  ['MAX', 'MAX'],
])
/** A field that counts as 0 where it is empty. */
const isSumOfField = /^SUM\(\{\{[^{}]+\}\}\)$/
/** Deepest nesting of a calculation that is followed. */
const maxDepth = 100
/** Functions that make a number of a value; an empty one counts as 0. */
const numberFunctions = new Set(['AFMakeNumber', 'Number', 'parseFloat'])
const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([\p{L}_$][\p{L}\p{N}_$]*)|([-+*/()[\],;=.]))\s*/uy

interface Token {
  kind: 'number' | 'text' | 'word' | 'sign'
  text: string
}

/** The scripts that the field, or its widget, runs. */
export function readScripts(pdf: PDF, widget: PdfDict): FieldScripts {
  const resolve = resolver(pdf)
  const scripts: FieldScripts = {}
  for (const trigger of triggers) {
    const script = findAction(pdf, widget, trigger)?.get('JS', resolve)
    // A stream that cannot be decoded is a script that nobody knows.
    const text = decodeTextString(script) ?? (script instanceof PdfStream ? '…' : null)
    if (text?.trim()) scripts[trigger] = text
  }
  return scripts
}

/** The action of a trigger: /AA of the widget may have only those of the annotation (ISO 32000-2, tables 197 and 199). */
function findAction(pdf: PDF, widget: PdfDict, trigger: string): PdfDict | null {
  const resolve = resolver(pdf)
  const visited = new Set<PdfDict>()
  for (let node: PdfDict | null = widget; node && !visited.has(node); ) {
    const action = asDict(asDict(node.get('AA', resolve))?.get(trigger, resolve))
    if (action) return action
    visited.add(node)
    node = asDict(node.get('Parent', resolve))
  }
  return null
}

/** What of the scripts a field of a process does not do. */
export function findScriptProblems({ K, F, V }: FieldScripts): ErrorText[] {
  return [
    ...(K && !isNumberScript(K) ? [errorText('import.inputScriptNotKept', { script: shown(K) })] : []),
    ...(F ? [errorText('import.formatNotKept', { script: shown(F) })] : []),
    ...(V ? [errorText('import.valueScriptNotKept', { script: shown(V) })] : []),
  ]
}

function shown(script: string): string {
  const line = script.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${cutText(line, 99)}…` : line
}

/** Whether the scripts make the field one for numbers. */
export function isNumberField({ K, F }: FieldScripts): boolean {
  return [K, F].some((script) => script !== undefined && isNumberScript(script))
}

function isNumberScript(script: string): boolean {
  return /^\s*AFNumber_(Format|Keystroke)\s*\(/.test(script)
}

/** Whether readers show the value as a percentage, a hundred times as large. */
export function isPercentField({ F }: FieldScripts): boolean {
  return /^\s*AFPercent_Format\s*\(/.test(F ?? '')
}

/** The decimals that `AFNumber_Format` shows; null for any other format. */
export function readDecimals({ F }: FieldScripts): number | null {
  const decimals = /^\s*AFNumber_Format\s*\(\s*(\d+)/.exec(F ?? '')?.[1]
  return decimals === undefined ? null : Math.min(Number(decimals), maxDecimals)
}

/**
 * Numbers by the second argument of `AFNumber_Format`: 1,234.56; 1234.56; 1.234,56; 1234,56; 1'234.56. One side of the
 * decimal point may be empty.
 */
const numberPatterns = [
  /^([-+]?)(?=.?\d)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/,
  /^([-+]?)(?=.?\d)(\d*)(?:\.(\d*))?$/,
  /^([-+]?)(?=.?\d)(\d{1,3}(?:\.\d{3})+|\d*)(?:,(\d*))?$/,
  /^([-+]?)(?=.?\d)(\d*)(?:,(\d*))?$/,
  /^([-+]?)(?=.?\d)(\d{1,3}(?:['’]\d{3})+|\d*)(?:\.(\d*))?$/,
]

/** The number in a value that has the separators of the field's format, with a decimal point; null for any other value. */
export function readFormattedNumber({ K, F }: FieldScripts, value: string): string | null {
  const scripts = [F, K].filter((script) => script !== undefined && isNumberScript(script))
  const style = /^[^,]*,\s*(\d)\s*[,)]/.exec(scripts[0] ?? '')?.[1]
  const pattern = numberPatterns[Number(style)]
  // A number with a decimal point is one in every format: viewers calculate with it.
  const [matched, sign, whole, decimals] = numberPatterns[1]!.exec(value) ?? pattern?.exec(value) ?? []
  if (!pattern || matched === undefined) return null
  const digits = whole!.replace(/\D/g, '') || '0'
  return `${sign === '-' ? '-' : ''}${digits}${decimals ? `.${decimals}` : ''}`
}

/**
 * A calculation as a formula: `AFSimple_Calculate`, the simplified field notation, and `event.value` as a sum, product,
 * difference or quotient of field values and numbers. Null for any other script.
 */
export function parseFormula(script: string, operandsOf: OperandsOf): string | null {
  const notation = findNotation(script)
  const code = notation ?? withoutComments(script)
  const tokens = tokenize(code)
  if (!tokens) return null
  const parser = new CalculationParser(tokens, operandsOf, notation !== null)
  try {
    return withoutNesting(parser.script())
  } catch (error) {
    if (error instanceof UnknownScript) return null
    throw error
  }
}

/**
 * Whether a script that is a formula calculates with numbers whatever its fields hold: a copy may be one of a text, and
 * `+` joins texts.
 */
export function isArithmetic(script: string): boolean {
  if (findNotation(script) !== null) return true
  const tokens = tokenize(withoutComments(script)) ?? []
  return tokens.some(({ kind, text }) => {
    if (kind === 'word') return text === 'AFSimple_Calculate' || numberFunctions.has(text)
    return kind === 'number' || (kind === 'sign' && '-*/'.includes(text))
  })
}

/** The simplified field notation; null if the script has none. */
function findNotation(script: string): string | null {
  const begin = /\/\*\*\s*BVCALC\s/.exec(script)
  if (!begin) return null
  const rest = script.slice(begin.index + begin[0].length)
  const end = rest.search(/\sEVCALC\s*\*\*\//)
  return end < 0 ? null : rest.slice(0, end)
}

const withoutComments = (script: string) => withoutBlockComments(script).replace(/\/\/[^\r\n]*/g, ' ')

/** In linear time, also where many comments begin and none ends. */
function withoutBlockComments(script: string): string {
  let code = ''
  for (let from = 0; ; ) {
    const begin = script.indexOf('/*', from)
    const end = begin < 0 ? -1 : script.indexOf('*/', begin + 2)
    if (end < 0) return code + script.slice(from)
    code += `${script.slice(from, begin)} `
    from = end + 2
  }
}

/** `SUM({{a}}) + SUM({{b}})` as `SUM({{a}}, {{b}})`. */
function withoutNesting(formula: string): string {
  if (!/^SUM\(\{\{[^{}]+\}\}\)( \+ SUM\(\{\{[^{}]+\}\}\))+$/.test(formula)) return formula
  return `SUM(${formula.match(/\{\{[^{}]+\}\}/g)!.join(', ')})`
}

function tokenize(code: string): Token[] | null {
  const tokens: Token[] = []
  for (let offset = 0; offset < code.length; offset = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = offset
    const match = tokenPattern.exec(code)
    if (!match) return null
    const [, number, double, single, word, sign] = match
    if (number !== undefined) tokens.push({ kind: 'number', text: number.replace(/^\./, '0.') })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else tokens.push({ kind: 'text', text: (double ?? single ?? '').replace(/\\(.)/g, '$1') })
  }
  return tokens
}

class UnknownScript extends Error {}

/** A recursive-descent parser; anything that it does not know is an `UnknownScript`. */
class CalculationParser {
  readonly #tokens: Token[]
  readonly #operandsOf: OperandsOf
  readonly #namesAreFields: boolean
  #position = 0
  #depth = 0
  /** Whether the script calculates: then an empty field counts as 0, as in JavaScript, while a copy of one is empty. */
  #calculates = false

  constructor(tokens: Token[], operandsOf: OperandsOf, namesAreFields: boolean) {
    this.#tokens = tokens
    this.#operandsOf = operandsOf
    this.#namesAreFields = namesAreFields
  }

  script(): string {
    const isCall = !this.#namesAreFields && this.#accept('AFSimple_Calculate')
    if (!this.#namesAreFields && !isCall) for (const part of ['event', '.', 'value', '=']) this.#expect(part)
    const formula = isCall ? this.#simple() : this.#sum()
    this.#accept(';')
    if (this.#position < this.#tokens.length) throw new UnknownScript()
    return this.#calculates || this.#namesAreFields ? formula : formula.replace(/SUM\((\{\{.*\}\})\)/, '$1')
  }

  /** `("SUM", new Array("a", "b"))`; the fields may also be one text with commas. */
  #simple(): string {
    this.#expect('(')
    const name = simpleFunctions.get(this.#text())
    this.#expect(',')
    const isNew = this.#accept('new')
    if (isNew) this.#expect('Array')
    const isList = this.#accept(isNew ? '(' : '[')
    const names = [this.#text()]
    while (isList && this.#accept(',')) names.push(this.#text())
    if (isList) this.#expect(isNew ? ')' : ']')
    this.#expect(')')
    const fields = isList ? names : names[0]!.split(',').map((part) => part.trim())
    const operands = fields.flatMap((field) => this.#operandsOf(field) ?? [null])
    if (!name || operands.length === 0 || operands.includes(null)) throw new UnknownScript()
    this.#calculates = true
    return `${name}(${operands.join(', ')})`
  }

  #sum(): string {
    let formula = this.#product()
    for (let sign = this.#acceptOperator('+', '-'); sign; sign = this.#acceptOperator('+', '-'))
      formula = `${formula} ${sign} ${this.#product()}`
    return formula
  }

  #product(): string {
    let formula = this.#factor()
    for (let sign = this.#acceptOperator('*', '/'); sign; sign = this.#acceptOperator('*', '/'))
      formula = `${formula} ${sign} ${this.#factor()}`
    return formula
  }

  #factor(): string {
    this.#depth++
    if (this.#depth > maxDepth) throw new UnknownScript()
    const formula = this.#signedFactor()
    this.#depth--
    return formula
  }

  #signedFactor(): string {
    if (this.#acceptOperator('-')) return `-${this.#factor()}`
    if (this.#accept('(')) {
      const formula = this.#sum()
      this.#expect(')')
      return `(${formula})`
    }
    const token = this.#tokens[this.#position++]
    if (token?.kind === 'number') return token.text
    if (token?.kind !== 'word') throw new UnknownScript()
    if (this.#namesAreFields) return `SUM(${this.#operand(token.text)})`
    if (numberFunctions.has(token.text)) {
      this.#expect('(')
      const formula = this.#sum()
      this.#expect(')')
      this.#calculates = true
      return isSumOfField.test(formula) ? formula : `SUM(${formula})`
    }
    if (token.text === 'this') this.#expect('.')
    if (token.text === 'this') this.#expect('getField')
    else if (token.text !== 'getField') throw new UnknownScript()
    this.#expect('(')
    const name = this.#text()
    for (const part of [')', '.', 'value']) this.#expect(part)
    return `SUM(${this.#operand(name)})`
  }

  #operand(name: string): string {
    const [operand, ...others] = this.#operandsOf(name) ?? []
    if (operand === undefined || others.length > 0) throw new UnknownScript()
    return operand
  }

  #text(): string {
    const token = this.#tokens[this.#position++]
    if (token?.kind !== 'text') throw new UnknownScript()
    return token.text
  }

  #accept(text: string): boolean {
    const token = this.#tokens[this.#position]
    if (token?.text !== text || token.kind === 'text') return false
    this.#position++
    return true
  }

  /** Accepts an operator. */
  #acceptOperator(...signs: string[]): string | null {
    const sign = signs.find((text) => this.#accept(text)) ?? null
    if (sign !== null) this.#calculates = true
    return sign
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw new UnknownScript()
  }
}
