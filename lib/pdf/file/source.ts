/** A value in the bytes of a file (ISO 32000-2, 7.3), from offset `start` up to `end`. */
export type Source = { start: number; end: number } & (
  | { kind: 'dict'; entries: SourceEntry[] }
  | { kind: 'array'; items: Source[] }
  | { kind: 'name'; name: string }
  | { kind: 'number'; number: number }
  /** A string, a reference, or a keyword such as true and null. */
  | { kind: 'other' }
)

/** An entry of a dictionary. `key` is the name as @libpdf/core decodes it. */
export interface SourceEntry {
  key: string
  keyStart: number
  keyEnd: number
  value: Source
}

/** Deepest nesting that is read. */
const maxDepth = 200
const whiteSpace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))

/** Reads the value at `offset`, after white space and comments; null when the syntax is wrong or the bytes end. */
export function readSource(bytes: Buffer, offset: number): Source | null {
  try {
    return new Reader(bytes, offset).value(0)
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}

/** The offset of the first byte from `offset` on that is not white space (7.2.3). */
export function skipWhiteSpace(bytes: Uint8Array, offset: number): number {
  let position = offset
  while (position < bytes.length && whiteSpace.has(bytes[position]!)) position++
  return position
}

/** The offset of the first byte from `offset` on that is neither white space nor in a comment (7.2.4). */
export function skipComments(bytes: Uint8Array, offset: number): number {
  let position = skipWhiteSpace(bytes, offset)
  while (bytes[position] === 0x25) {
    while (position < bytes.length && bytes[position] !== 0x0a && bytes[position] !== 0x0d) position++
    position = skipWhiteSpace(bytes, position)
  }
  return position
}

/**
 * A name as @libpdf/core decodes it: as UTF-8 when it has an escape (7.3.5), else as Latin-1. Different names can
 * become equal.
 */
function decodeName(raw: string): string {
  if (!raw.includes('#')) return raw
  const unescaped = raw.replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return new TextDecoder().decode(Buffer.from(unescaped, 'latin1'))
}

/** Wrong syntax, or the end of the bytes; `readSource` returns null for it. */
class SourceError extends Error {}

class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, offset: number) {
    this.#bytes = bytes
    this.#at = offset
  }

  value(depth: number): Source {
    if (depth > maxDepth) throw new SourceError('Nested too deeply.')
    this.#skip()
    const start = this.#at
    const byte = this.#byte()
    if (byte === '/') return this.#name()
    if (byte === '[') return this.#array(depth)
    if (byte === '(') return this.#literal()
    if (byte === '<') return this.#bytes[start + 1] === 0x3c ? this.#dict(depth) : this.#until('>')
    const word = this.#word()
    if (word === '') throw new SourceError('Missing value.')
    // An integer or real number (7.3.3); any other word is a keyword.
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return { kind: 'other', start, end: this.#at }
    // An indirect reference (7.3.10): generation and R follow within 40 bytes.
    const reference = /^\d+$/.test(word) && this.#match(/^[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![\w.+-])/, 40)
    if (reference) {
      this.#at += reference.length
      return { kind: 'other', start, end: this.#at }
    }
    return { kind: 'number', number: Number.parseFloat(word), start, end: this.#at }
  }

  #name(): Source & { kind: 'name' } {
    const start = this.#at++
    const name = decodeName(this.#word())
    return { kind: 'name', name, start, end: this.#at }
  }

  #array(depth: number): Source {
    const start = this.#at++
    const items: Source[] = []
    for (this.#skip(); this.#byte() !== ']'; this.#skip()) items.push(this.value(depth + 1))
    this.#at++
    return { kind: 'array', items, start, end: this.#at }
  }

  #dict(depth: number): Source {
    const start = this.#at
    this.#at += 2
    const entries: SourceEntry[] = []
    for (this.#skip(); this.#byte() !== '>'; this.#skip()) {
      if (this.#byte() !== '/') throw new SourceError('Missing key.')
      const key = this.#name()
      entries.push({ key: key.name, keyStart: key.start, keyEnd: key.end, value: this.value(depth + 1) })
    }
    if (this.#bytes[this.#at + 1] !== 0x3e) throw new SourceError('Missing >>.')
    this.#at += 2
    return { kind: 'dict', entries, start, end: this.#at }
  }

  /** A literal string (7.3.4.2) with nested and escaped parentheses. */
  #literal(): Source {
    const start = this.#at
    let depth = 0
    do {
      const byte = this.#byte()
      if (byte === '\\') this.#at++
      else if (byte === '(') depth++
      else if (byte === ')') depth--
      this.#at++
    } while (depth > 0)
    return { kind: 'other', start, end: this.#at }
  }

  #until(end: string): Source {
    const start = this.#at
    const endsAt = this.#bytes.indexOf(end, start)
    if (endsAt < 0) throw new SourceError(`Missing ${end}.`)
    this.#at = endsAt + 1
    return { kind: 'other', start, end: this.#at }
  }

  /** A run of regular characters (7.2.3). */
  #word(): string {
    const start = this.#at
    const { length } = this.#bytes
    while (this.#at < length && !whiteSpace.has(this.#bytes[this.#at]!) && !this.#delimits()) this.#at++
    return this.#bytes.toString('latin1', start, this.#at)
  }

  #delimits(): boolean {
    return delimiters.has(this.#bytes[this.#at]!)
  }

  #byte(): string {
    if (this.#at >= this.#bytes.length) throw new SourceError('Unexpected end.')
    return String.fromCharCode(this.#bytes[this.#at]!)
  }

  #match(pattern: RegExp, length: number): string | undefined {
    return pattern.exec(this.#bytes.toString('latin1', this.#at, this.#at + length))?.[0]
  }

  #skip(): void {
    this.#at = skipComments(this.#bytes, this.#at)
  }
}
