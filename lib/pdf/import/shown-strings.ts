import { type PDF, type PdfDict, PdfStream } from '@libpdf/core'
import { asDict, findInheritedEntry, resolver } from '../check/inspect.ts'
import { unescapeNames } from '../file/inflation.ts'
import { contentTokens } from './content.ts'
import { layerHiding } from './layers.ts'

/** What of the text state (ISO 32000-2, 9.3) decides how far a glyph moves the text position, and where it is drawn. */
interface TextState {
  /** The name of the font in the resources; null before one is set. */
  font: string | null
  size: number
  characterSpacing: number
  wordSpacing: number
  /** Whether the glyphs become part of the clipping path. */
  clips: boolean
}

/** A string that is shown, by its place in the `parts` of the content. */
export interface ShownString {
  place: number
  bytes: Buffer
  state: TextState
  /** Whether another text stands for what is shown here (14.9.4). */
  hasActualText: boolean
  /** The name of the layer by which the default configuration hides it; null for a visible one (8.11). */
  hiddenLayer: string | null
  operator: TextOperator
}

/** One of the operators that show text (9.4.3), by its place and those of its operands. */
interface TextOperator {
  name: string
  place: number
  operands: number[]
}

/** A content stream: its `parts`, joined, are its bytes. */
export interface ShownContent {
  parts: string[]
  strings: ShownString[]
}

/** What holds for the strings between BMC or BDC and EMC (14.6). */
type MarkedContent = Pick<ShownString, 'hasActualText' | 'hiddenLayer'>

const initialState: TextState = { font: null, size: 0, characterSpacing: 0, wordSpacing: 0, clips: false }
const isOperand = /^[(<>[\]/+\-.\d]|^(true|false|null)$/

/** The strings that a content stream shows; null where its syntax is wrong, so that readers may differ. */
export function findShownStrings(pdf: PDF, page: PdfDict, content: Buffer): ShownContent | null {
  const parts: string[] = []
  const strings: ShownString[] = []
  const reader = new StateReader(pdf, page)
  let operands: number[] = []
  for (const token of contentTokens(content, (image) => parts.push(image))) {
    const place = parts.push(token) - 1
    if (/^[\0\s%]/.test(token)) continue
    if (isOperand.test(token)) {
      operands.push(place)
      continue
    }
    const values = operands.map((operand) => parts[operand]!)
    if (['Tj', 'TJ', "'", '"'].includes(token)) {
      const operator = { name: token, place, operands }
      const shown = reader.show(token, values)
      for (const operand of operands.filter((item) => /^[(<]/.test(parts[item]!)))
        strings.push({ place: operand, bytes: stringBytes(parts[operand]!), ...shown, operator })
    } else if (!reader.read(token, values)) return null
    operands = []
  }
  return parts.join('') === content.toString('latin1') ? { parts, strings } : null
}

class StateReader {
  readonly #pdf: PDF
  readonly #page: PdfDict
  #state = initialState
  readonly #saved: TextState[] = []
  readonly #marked: MarkedContent[] = []
  #hidingLayer: ReturnType<typeof layerHiding> | undefined

  constructor(pdf: PDF, page: PdfDict) {
    this.#pdf = pdf
    this.#page = page
  }

  show(operator: string, operands: string[]) {
    if (operator === '"') {
      const [wordSpacing, characterSpacing] = [Number(operands[0]), Number(operands[1])]
      this.#state = { ...this.#state, wordSpacing, characterSpacing }
    }
    return {
      state: this.#state,
      hasActualText: this.#marked.some(({ hasActualText }) => hasActualText),
      hiddenLayer: this.#marked.find(({ hiddenLayer }) => hiddenLayer !== null)?.hiddenLayer ?? null,
    }
  }

  /** @returns false where the state is not known any more */
  read(operator: string, operands: string[]): boolean {
    const [first = '', second = ''] = operands
    const set = (change: Partial<TextState>) => {
      this.#state = { ...this.#state, ...change }
    }
    switch (operator) {
      case 'q':
        this.#saved.push(this.#state)
        break
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state
        break
      case 'Tf':
        set({ font: unescapeNames(first.slice(1)), size: Number(second) })
        break
      case 'Tc':
        set({ characterSpacing: Number(first) })
        break
      case 'Tw':
        set({ wordSpacing: Number(first) })
        break
      case 'Tr':
        set({ clips: Number(first) >= 4 })
        break
      case 'gs':
        return !this.#resource('ExtGState', first)?.has('Font')
      case 'BMC':
        this.#marked.push({ hasActualText: false, hiddenLayer: null })
        break
      case 'BDC':
        this.#marked.push({
          hasActualText: this.#hasActualText(operands),
          hiddenLayer: this.#findHiddenLayer(operands),
        })
        break
      case 'EMC':
        this.#marked.pop()
        break
    }
    return true
  }

  #hasActualText(operands: string[]): boolean {
    if (operands[1] === '<<') return operands.some((operand) => unescapeNames(operand) === '/ActualText')
    return this.#resource('Properties', operands[1] ?? '')?.has('ActualText') ?? false
  }

  #findHiddenLayer([tag = '', name = '']: string[]): string | null {
    if (unescapeNames(tag) !== '/OC') return null
    this.#hidingLayer ??= layerHiding(this.#pdf)
    return this.#hidingLayer(this.#resource('Properties', name) ?? undefined)
  }

  #resource(category: string, name: string): PdfDict | null {
    return findResource(this.#pdf, this.#page, category, unescapeNames(name.slice(1)))
  }
}

/** A dictionary of the resources of a page, such as a font; null without one. */
export function findResource(pdf: PDF, page: PdfDict, category: string, name: string): PdfDict | null {
  const resolve = resolver(pdf)
  const resources = asDict(findInheritedEntry(page, 'Resources', resolve))
  const entry = asDict(resources?.get(category, resolve))?.get(name, resolve)
  return entry instanceof PdfStream ? null : asDict(entry)
}

const escapes = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
])

/** The bytes of a string as written in a content stream (7.3.4). */
export function stringBytes(source: string): Buffer {
  if (source.startsWith('<')) {
    const digits = source.replace(/[^0-9a-f]/gi, '')
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }
  const text = source
    .slice(1, -1)
    .replace(/\\(?:([0-7]{1,3})|(\r\n|[\s\S]))|\r\n?/g, (_, octal?: string, escaped?: string) => {
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      if (escaped === undefined) return '\n'
      return /^[\r\n]/.test(escaped) ? '' : (escapes.get(escaped) ?? escaped)
    })
  return Buffer.from(text, 'latin1')
}
