import { type PDF, PdfRef, PdfStream } from '@libpdf/core'
import { viewBytes } from '#lib/core/runtime/bytes'
import { type ObjectStream, readObjectStream } from './object-stream.ts'
import { readSource, type Source } from './source.ts'
import { mergeEntries } from './xref.ts'
import { type XRefEntry, XRefError, type XRefSection } from './xref-section.ts'

/** The bytes that contain an object (the file, or a decoded object stream) and its position in them. */
export interface ObjectSource {
  bytes: Buffer
  value: Source
}

/** Finds the source of objects of an opened file. */
export class SourceReader {
  readonly #pdf: PDF
  readonly #file: Buffer
  readonly #chain: readonly XRefSection[]
  readonly #streams = new Map<number, ObjectStream>()
  #entries: Map<number, XRefEntry> | undefined

  constructor(pdf: PDF, file: Uint8Array, chain: readonly XRefSection[]) {
    this.#pdf = pdf
    this.#file = viewBytes(file)
    this.#chain = chain
  }

  /**
   * The source of an object; null for a new object, or one that is not at the offset in the cross-reference
   * sections.
   */
  find({ objectNumber, generation }: PdfRef): ObjectSource | null {
    const entry = this.#entry(objectNumber)
    if (!entry || entry.type === 'free') return null
    if (entry.type === 'packed') return this.#packed(entry)
    const head = this.#file.toString('latin1', entry.offset, entry.offset + 64)
    const [matched, number, foundGeneration] = /^\s*(\d+)\s+(\d+)\s+obj/.exec(head) ?? []
    if (matched === undefined || Number(number) !== objectNumber || Number(foundGeneration) !== generation)
      return null
    const value = readSource(this.#file, entry.offset + matched.length)
    return value && { bytes: this.#file, value }
  }

  #entry(number: number): XRefEntry | undefined {
    try {
      this.#entries ??= mergeEntries(this.#file, this.#chain)
    } catch (error) {
      if (!(error instanceof XRefError)) throw error
      this.#entries = new Map()
    }
    return this.#entries.get(number)
  }

  /** An object in an object stream (ISO 32000-2, 7.5.7). */
  #packed({ number, stream, index }: XRefEntry & { type: 'packed' }): ObjectSource | null {
    const objectStream = this.#pdf.context.resolve(PdfRef.of(stream, 0))
    if (!(objectStream instanceof PdfStream)) return null
    const { bytes, objects } = this.#streams.get(stream) ?? readObjectStream(objectStream)
    this.#streams.set(stream, { bytes, objects })
    const packed = objects[index]
    const value = packed?.number === number ? readSource(bytes, packed.start) : null
    return value && { bytes, value }
  }
}
