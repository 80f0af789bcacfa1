import { createHash } from 'node:crypto'
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
 * The bytes of an incremental update (ISO 32000-2, 7.5.6) to the file that `pdf` was opened from: the changed
 * objects, the new ones, and a cross-reference section of the kind that the file ends with. Streams keep their
 * encoded bytes; unchanged names and numbers of a changed object keep the bytes that they have in the file. Empty
 * when nothing was changed.
 *
 * The save of @libpdf/core copies the whole file into a buffer of twice its size first.
 * @throws Error when the file's cross-reference sections cannot be followed, or a name cannot be written again.
 */
export function incrementalUpdate(pdf: PDF, file: Uint8Array): Uint8Array {
  const { registry } = pdf.context
  const changedObjects = [...registry.getLoadedObjects()].filter(([, object]) => isDirty(object))
  // An object number may be loaded under two generations; the file gets one entry for it.
  const objects = new Map(
    [...changedObjects, ...registry.getNewObjects()].map((entry) => [entry[0].objectNumber, entry]),
  )
  const highest = [...objects.keys()].reduce((most, number) => Math.max(most, number), 0)
  const output = new Output(file.length)
  if (objects.size === 0) return output.bytes()
  if (file.at(-1) !== NEW_LINE && file.at(-1) !== CARRIAGE_RETURN) output.writeAscii('\n')
  const chain = xrefChain(file)
  if (!chain) throw new Error('The cross-reference sections of the file cannot be followed.')
  const sources = new SourceReader(pdf, file, chain)
  const written = [...objects.values()].map(([ref, object]) =>
    registry.isNew(ref)
      ? output.writeObject(ref, (writer) => object.toBytes(writer))
      : output.writeObject(ref, (writer) => writeAsRead(writer, object, sources.find(ref))),
  )
  const startxref = output.position
  const size = Math.max(registry.nextObjectNumber, highest + 1)
  const [{ kind, at: prev }] = chain
  const newId = createHash('sha256').update(`${startxref} `).update(output.bytes()).digest().subarray(0, 16)
  if (kind === 'stream') {
    const xrefRef = PdfRef.of(size)
    const section = xrefStream(
      [...written, { ref: xrefRef, offset: startxref }],
      makeTrailer(pdf, { prev, size: size + 1, newId }),
    )
    output.writeObject(xrefRef, (writer) => section.toBytes(writer))
  } else {
    output.writeAscii(xrefTable(written))
    makeTrailer(pdf, { prev, size, newId }).toBytes(output.writer)
    output.writeAscii('\n')
  }
  output.writeAscii(`startxref\n${startxref}\n%%EOF\n`)
  return output.bytes()
}

/** The file followed by the increment, in a new buffer. */
export function withIncrement(file: Uint8Array, increment: Uint8Array): Uint8Array<ArrayBuffer> {
  const updatedFile = new Uint8Array(file.length + increment.length)
  updatedFile.set(file)
  updatedFile.set(increment, file.length)
  return updatedFile
}

/** Whether the object or a direct object in it was changed. */
function isDirty(object: PdfObject): boolean {
  if (object instanceof PdfDict) return object.dirty || [...object].some(([, value]) => isDirty(value))
  if (object instanceof PdfArray) return object.dirty || [...object].some(isDirty)
  return false
}

/**
 * The trailer (table 15). The first file identifier stays, the second changes with every update (14.4); the same update
 * of the same file has the same one.
 */
function makeTrailer(
  pdf: PDF,
  { prev, size, newId }: { prev: number; size: number; newId: Uint8Array },
): PdfDict {
  const { trailer } = pdf.context.info
  const first = trailer.getArray('ID', resolver(pdf))?.at(0, resolver(pdf))
  const id = (bytes: Uint8Array) => new PdfString(bytes, 'hex')
  return dict({
    Size: size,
    Root: trailer.getRef('Root'),
    Prev: prev,
    Info: trailer.getRef('Info'),
    ID: PdfArray.of(id(first instanceof PdfString ? first.bytes : newId), id(newId)),
  })
}

/** An object and its offset in the file. */
interface WrittenObject {
  ref: PdfRef
  offset: number
}

/** The places in order of object number, split into runs of consecutive numbers. */
function subsections(written: WrittenObject[]): WrittenObject[][] {
  const sections: WrittenObject[][] = []
  for (const object of written.toSorted((a, b) => a.ref.objectNumber - b.ref.objectNumber)) {
    const last = sections.at(-1)
    if (last?.at(-1)?.ref.objectNumber === object.ref.objectNumber - 1) last.push(object)
    else sections.push([object])
  }
  return sections
}

/** The table (7.5.4) up to the keyword `trailer`. */
function xrefTable(written: WrittenObject[]): string {
  const lines = subsections(written).flatMap((section) => [
    `${section[0]!.ref.objectNumber} ${section.length}\n`,
    ...section.map(
      ({ ref, offset }) =>
        `${String(offset).padStart(10, '0')} ${String(ref.generation).padStart(5, '0')} n\r\n`,
    ),
  ])
  return `xref\n${lines.join('')}trailer\n`
}

/** The cross-reference stream (7.5.8); its dictionary has the entries of a trailer. */
function xrefStream(written: WrittenObject[], trailer: PdfDict): PdfStream {
  const sections = subsections(written)
  const entries = sections.flat().map(({ ref, offset }) => {
    const [typeWidth, offsetWidth, generationWidth] = FIELD_WIDTHS
    const entry = Buffer.alloc(typeWidth + offsetWidth + generationWidth)
    entry.writeUIntBE(1, 0, typeWidth)
    entry.writeUIntBE(offset, typeWidth, offsetWidth)
    entry.writeUIntBE(ref.generation, typeWidth + offsetWidth, generationWidth)
    return entry
  })
  const numbers = (values: readonly number[]) => PdfArray.of(...values.map((value) => PdfNumber.of(value)))
  const index = sections.flatMap((section) => [section[0]!.ref.objectNumber, section.length])
  const parameters = dict({ Type: '/XRef', W: numbers(FIELD_WIDTHS), Index: numbers(index) })
  return new PdfStream([...parameters, ...trailer], Buffer.concat(entries))
}

/** A growing buffer with the methods that objects of @libpdf/core write to. */
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

  /** The library does not export the class that `toBytes` declares. */
  get writer(): Parameters<PdfObject['toBytes']>[0] {
    return this as never
  }

  bytes(): Uint8Array {
    return this.#memory.subarray(0, this.#length)
  }

  writeObject(ref: PdfRef, write: (writer: Output['writer']) => void): WrittenObject {
    const written = { ref, offset: this.position }
    this.writeAscii(`${ref.objectNumber} ${ref.generation} obj\n`)
    write(this.writer)
    this.writeAscii('\nendobj\n')
    return written
  }

  writeAscii(text: string): void {
    this.#reserve(text.length)
    this.#length += this.#memory.write(text, this.#length, 'latin1')
  }

  writeBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#memory.set(bytes, this.#length)
    this.#length += bytes.length
  }

  writeByte(byte: number): void {
    this.writeBytes(Uint8Array.of(byte))
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#memory.length) return
    const larger = Buffer.alloc(Math.max(needed, this.#memory.length * 2))
    larger.set(this.bytes())
    this.#memory = larger
  }
}
