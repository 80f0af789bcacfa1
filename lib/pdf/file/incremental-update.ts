import { randomBytes } from 'node:crypto'
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { resolver } from '../check/inspect.ts'
import { dict } from './objects.ts'
import { SourceReader } from './source-reader.ts'
import { writeAsRead } from './write-as-read.ts'
import { xrefChain } from './xref.ts'

const NEW_LINE = 0x0a
const CARRIAGE_RETURN = 0x0d
/** Bytes of a cross-reference stream's fields: type, offset, generation. */
const FIELD_WIDTHS = [1, 5, 2] as const

/**
 * What an incremental update (ISO 32000-2, 7.5.6) appends to the file that `pdf` was opened from: the objects that were
 * changed since, those that were added, and a cross-reference section of the kind that the file ends with. Streams are
 * written as they are; names and numbers of a changed object that stay the same are written with the bytes they have.
 * Empty when nothing was changed.
 *
 * @libpdf/core would copy the whole file first, into memory of twice its size.
 * @throws Error when the file's cross-reference sections cannot be followed, or a name cannot be written again.
 */
export function incrementalUpdate(pdf: PDF, file: Uint8Array): Uint8Array {
  const { registry } = pdf.context
  const changed = [...registry.getLoadedObjects()].filter(([, object]) => isDirty(object))
  // Under two generations a number may have been loaded twice; it has one entry.
  const objects = new Map(
    [...changed, ...registry.getNewObjects()].map((entry) => [entry[0].objectNumber, entry]),
  )
  const highest = [...objects.keys()].reduce((most, number) => Math.max(most, number), 0)
  const output = new Output(file.length)
  if (objects.size === 0) return output.bytes()
  if (file.at(-1) !== NEW_LINE && file.at(-1) !== CARRIAGE_RETURN) output.writeAscii('\n')
  const chain = xrefChain(file)
  if (!chain) throw new Error('The cross-reference sections of the file cannot be followed.')
  const sources = new SourceReader(pdf, file, chain)
  const places = [...objects.values()].map(([ref, object]) =>
    registry.isNew(ref)
      ? output.writeObject(ref, (writer) => object.toBytes(writer))
      : output.writeObject(ref, (writer) => writeAsRead(writer, object, sources.find(ref))),
  )
  const startxref = output.position
  const size = Math.max(registry.nextObjectNumber, highest + 1)
  const [{ kind, at: prev }] = chain
  if (kind === 'stream') {
    const own = PdfRef.of(size)
    const section = xrefStream([...places, { ref: own, offset: startxref }], trailerOf(pdf, prev, size + 1))
    output.writeObject(own, (writer) => section.toBytes(writer))
  } else {
    output.writeAscii(xrefTable(places))
    trailerOf(pdf, prev, size).toBytes(output.writer)
    output.writeAscii('\n')
  }
  output.writeAscii(`startxref\n${startxref}\n%%EOF\n`)
  return output.bytes()
}

/** A file and the increment behind it, in memory that nothing else shares. */
export function withIncrement(file: Uint8Array, increment: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(file.length + increment.length)
  whole.set(file)
  whole.set(increment, file.length)
  return whole
}

/** The object, or what is written as a part of it, was changed. */
function isDirty(object: PdfObject): boolean {
  if (object instanceof PdfDict) return object.dirty || [...object].some(([, value]) => isDirty(value))
  if (object instanceof PdfArray) return object.dirty || [...object].some(isDirty)
  return false
}

/** Table 15. Of the identifiers the first stays, the second changes with every update (14.4). */
function trailerOf(pdf: PDF, prev: number, size: number): PdfDict {
  const { trailer } = pdf.context.info
  const fresh = randomBytes(16)
  const first = trailer.getArray('ID', resolver(pdf))?.at(0, resolver(pdf))
  const id = (bytes: Uint8Array) => new PdfString(bytes, 'hex')
  return dict({
    Size: size,
    Root: trailer.getRef('Root'),
    Prev: prev,
    Info: trailer.getRef('Info'),
    ID: PdfArray.of(id(first instanceof PdfString ? first.bytes : fresh), id(fresh)),
  })
}

/** Where an object stands. */
interface Place {
  ref: PdfRef
  offset: number
}

/** The places in the order of their object numbers, those together that follow each other. */
function subsections(places: Place[]): Place[][] {
  const sections: Place[][] = []
  for (const place of places.toSorted((a, b) => a.ref.objectNumber - b.ref.objectNumber)) {
    const last = sections.at(-1)
    if (last?.at(-1)?.ref.objectNumber === place.ref.objectNumber - 1) last.push(place)
    else sections.push([place])
  }
  return sections
}

/** 7.5.4, without its trailer. */
function xrefTable(places: Place[]): string {
  const lines = subsections(places).flatMap((section) => [
    `${section[0]!.ref.objectNumber} ${section.length}\n`,
    ...section.map(
      ({ ref, offset }) =>
        `${String(offset).padStart(10, '0')} ${String(ref.generation).padStart(5, '0')} n\r\n`,
    ),
  ])
  return `xref\n${lines.join('')}trailer\n`
}

/** 7.5.8, of the entries of a trailer. */
function xrefStream(places: Place[], trailer: PdfDict): PdfStream {
  const sections = subsections(places)
  const entries = sections.flat().map(({ ref, offset }) => {
    const [type, place, generation] = FIELD_WIDTHS
    const entry = Buffer.alloc(type + place + generation)
    entry.writeUIntBE(1, 0, type)
    entry.writeUIntBE(offset, type, place)
    entry.writeUIntBE(ref.generation, type + place, generation)
    return entry
  })
  const numbers = (values: readonly number[]) => PdfArray.of(...values.map((value) => PdfNumber.of(value)))
  const index = sections.flatMap((section) => [section[0]!.ref.objectNumber, section.length])
  const parameters = dict({ Type: '/XRef', W: numbers(FIELD_WIDTHS), Index: numbers(index) })
  return new PdfStream([...parameters, ...trailer], Buffer.concat(entries))
}

/** What the objects of @libpdf/core write themselves to. */
class Output {
  readonly #start: number
  #memory = Buffer.alloc(64 * 1024)
  #length = 0

  /** @param start the offset of the first byte in the file */
  constructor(start: number) {
    this.#start = start
  }

  get position(): number {
    return this.#start + this.#length
  }

  /** They ask for the library's class, which it keeps to itself. */
  get writer(): Parameters<PdfObject['toBytes']>[0] {
    return this as never
  }

  bytes(): Uint8Array {
    return this.#memory.subarray(0, this.#length)
  }

  writeObject(ref: PdfRef, write: (writer: Output['writer']) => void): Place {
    const place = { ref, offset: this.position }
    this.writeAscii(`${ref.objectNumber} ${ref.generation} obj\n`)
    write(this.writer)
    this.writeAscii('\nendobj\n')
    return place
  }

  writeAscii(text: string): void {
    this.#makeRoom(text.length)
    this.#length += this.#memory.write(text, this.#length, 'latin1')
  }

  writeBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    this.#memory.set(bytes, this.#length)
    this.#length += bytes.length
  }

  writeByte(byte: number): void {
    this.writeBytes(Uint8Array.of(byte))
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#memory.length) return
    const larger = Buffer.alloc(Math.max(needed, this.#memory.length * 2))
    larger.set(this.bytes())
    this.#memory = larger
  }
}
