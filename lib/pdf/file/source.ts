/** A value as it stands in the bytes of a file (ISO 32000-2, 7.3): from `start` up to `end`. */
export type Source = { start: number; end: number } & (
  | { kind: 'dict'; entries: SourceEntry[] }
  | { kind: 'array'; items: Source[] }
  | { kind: 'name'; name: string }
  | { kind: 'number'; number: number }
  | { kind: 'other' }
)

/** An entry of a dictionary; `key` as @libpdf/core reads the name. */
export interface SourceEntry {
  key: string
  keyStart: number
  keyEnd: number
  value: Source
}

/** More levels than any honest object has. */
const maxDepth = 200
const whiteSpace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))

/** Reads the value that begins at `at`, behind white space and comments; null where none can be read. */
export function readSource(bytes: Buffer, at: number): Source | null {
  try {
    return new Reader(bytes, at).value(0)
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}

/** Up to where white space goes on from `at`. */
export function skipWhiteSpace(bytes: Uint8Array, at: number): number {
  let position = at
  while (position < bytes.length && whiteSpace.has(bytes[position]!)) position++
  return position
}

/**
 * A name's characters as @libpdf/core decodes them: UTF-8 where it has an escape (7.3.5), Latin-1 where not. Different
 * names can become equal in this way.
 */
function decodeName(raw: string): string {
  if (!raw.includes('#')) return raw
  const plain = raw.replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return new TextDecoder().decode(Buffer.from(plain, 'latin1'))
}

class SourceError extends Error {}

class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  value(depth: number): Source {
    if (depth > maxDepth) throw new SourceError('Too deep.')
    this.#skip()
    const start = this.#at
    const byte = this.#byte()
    if (byte === '/') return this.#name()
    if (byte === '[') return this.#array(depth)
    if (byte === '(') return this.#literal()
    if (byte === '<') return this.#bytes[start + 1] === 0x3c ? this.#dict(depth) : this.#until('>')
    const word = this.#word()
    if (word === '') throw new SourceError('No value.')
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return { kind: 'other', start, end: this.#at }
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
      if (this.#byte() !== '/') throw new SourceError('No key.')
      const key = this.#name()
      entries.push({ key: key.name, keyStart: key.start, keyEnd: key.end, value: this.value(depth + 1) })
    }
    if (this.#bytes[this.#at + 1] !== 0x3e) throw new SourceError('No end.')
    this.#at += 2
    return { kind: 'dict', entries, start, end: this.#at }
  }

  /** A literal string (7.3.4.2), with its nested and escaped parentheses. */
  #literal(): Source {
    const start = this.#at
    let open = 0
    do {
      const byte = this.#byte()
      if (byte === '\\') this.#at++
      else if (byte === '(') open++
      else if (byte === ')') open--
      this.#at++
    } while (open > 0)
    return { kind: 'other', start, end: this.#at }
  }

  #until(end: string): Source {
    const start = this.#at
    const found = this.#bytes.indexOf(end, start)
    if (found < 0) throw new SourceError('No end.')
    this.#at = found + 1
    return { kind: 'other', start, end: this.#at }
  }

  /** Regular characters (7.2.3). */
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
    if (this.#at >= this.#bytes.length) throw new SourceError('The bytes end.')
    return String.fromCharCode(this.#bytes[this.#at]!)
  }

  #match(pattern: RegExp, length: number): string | undefined {
    return pattern.exec(this.#bytes.toString('latin1', this.#at, this.#at + length))?.[0]
  }

  #skip(): void {
    this.#at = skipWhiteSpace(this.#bytes, this.#at)
    while (this.#bytes[this.#at] === 0x25) {
      while (this.#at < this.#bytes.length && !/[\r\n]/.test(this.#byte())) this.#at++
      this.#at = skipWhiteSpace(this.#bytes, this.#at)
    }
  }
}
