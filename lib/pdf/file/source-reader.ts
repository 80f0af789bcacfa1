import { type PDF, PdfRef, PdfStream } from '@libpdf/core'
import { readSource, type Source } from './source.ts'
import { entriesOf } from './xref.ts'
import { type XRefEntry, XRefError, type XRefSection } from './xref-section.ts'

/** An object as it stands in the file, or in an object stream that was decoded. */
export interface ObjectSource {
  bytes: Buffer
  value: Source
}

/** Finds objects of an opened file in its bytes. */
export class SourceReader {
  readonly #pdf: PDF
  readonly #file: Buffer
  readonly #chain: readonly XRefSection[]
  readonly #streams = new Map<number, Buffer>()
  #entries: Map<number, XRefEntry> | undefined

  constructor(pdf: PDF, file: Uint8Array, chain: readonly XRefSection[]) {
    this.#pdf = pdf
    this.#file = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    this.#chain = chain
  }

  /** Null for an object that is new, or is not where the cross-reference sections say. */
  find({ objectNumber, generation }: PdfRef): ObjectSource | null {
    const entry = this.#entry(objectNumber)
    if (!entry || entry.type === 'free') return null
    if (entry.type === 'packed') return this.#packed(entry)
    const head = this.#file.toString('latin1', entry.offset, entry.offset + 64)
    const [whole, number, found] = /^\s*(\d+)\s+(\d+)\s+obj/.exec(head) ?? []
    if (whole === undefined || Number(number) !== objectNumber || Number(found) !== generation) return null
    const value = readSource(this.#file, entry.offset + whole.length)
    return value && { bytes: this.#file, value }
  }

  #entry(number: number): XRefEntry | undefined {
    try {
      this.#entries ??= entriesOf(this.#file, this.#chain)
    } catch (error) {
      if (!(error instanceof XRefError)) throw error
      this.#entries = new Map()
    }
    return this.#entries.get(number)
  }

  /** Object streams: ISO 32000-2, 7.5.7. */
  #packed({ number, stream, index }: XRefEntry & { type: 'packed' }): ObjectSource | null {
    const holder = this.#pdf.context.resolve(PdfRef.of(stream, 0))
    if (!(holder instanceof PdfStream)) return null
    const first = holder.getNumber('First')?.value ?? 0
    const bytes = this.#streams.get(stream) ?? Buffer.from(holder.getDecodedData())
    this.#streams.set(stream, bytes)
    const [own, offset] = bytes
      .toString('latin1', 0, first)
      .trim()
      .split(/\s+/)
      .slice(2 * index, 2 * index + 2)
      .map(Number)
    const value = own === number ? readSource(bytes, first + offset!) : null
    return value && { bytes, value }
  }
}
