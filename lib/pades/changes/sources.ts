import { type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { type ObjectStream, readObjectStream } from '#lib/pdf/file/object-stream'
import { readSource, skipWhiteSpace } from '#lib/pdf/file/source'
import type { ObjectSource } from '#lib/pdf/file/source-reader'
import type { XRefEntry } from '#lib/pdf/file/xref-section'
import { RevisionError } from './revisions.ts'
import { countRefs, findUnclear } from './unclear.ts'

/** The head of an object (ISO 32000-2, 7.3.10). */
const objectHead = /^[\0\t\n\f\r ]*\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj(?=[\0\t\n\f\r ()<>[\]{}/%])/

/** The bytes that are read, as a multiple of those there are. */
const maxReadings = 4

/** The bytes in which an object is written: the file or a decoded object stream. */
interface Place {
  bytes: Buffer
  start: number
  /** Where the next object in the object stream begins. */
  next?: number
}

/** Reads objects in use strictly: what readers would take in different ways is refused. */
export class Sources {
  readonly #file: Buffer
  readonly #resolve: (ref: PdfRef) => PdfObject | null
  readonly #streams = new Map<number, ObjectStream>()
  /** How many bytes may still be read: objects do not contain each other. */
  #rest: number

  /** @param resolve for object streams, by the numbers that are passed for them */
  constructor(file: Buffer, resolve: (ref: PdfRef) => PdfObject | null) {
    this.#file = file
    this.#resolve = resolve
    this.#rest = maxReadings * file.length
  }

  /**
   * The object of an entry.
   * @param streamNumber of the object stream that contains it, where that is another than in the entry
   * @throws RevisionError
   */
  read(entry: XRefEntry, streamNumber?: number): ObjectSource {
    const { bytes, start, next } = this.#find(entry, streamNumber)
    const value = readSource(bytes, start)
    // Some readers go on where an object ends, others where the next one begins.
    if (!value || (next !== undefined && skipWhiteSpace(bytes, value.end) !== skipWhiteSpace(bytes, next)))
      throw new RevisionError(`The syntax of object ${entry.number} is wrong.`)
    this.#rest -= value.end - start
    if (this.#rest < 0) throw new RevisionError('Objects contain each other.')
    const unclear = findUnclear(bytes, value)
    if (unclear) throw new RevisionError(`Object ${entry.number} has ${unclear}.`)
    return { bytes, value }
  }

  /** How many references to each object readers may find in an object that `read` refuses; else empty. */
  countUnclearRefs(entry: XRefEntry): Map<number, number> {
    const { bytes, start } = this.#find(entry)
    try {
      this.read(entry)
      return new Map()
    } catch (error) {
      if (!(error instanceof RevisionError) || this.#rest < 0) throw error
      return countRefs(bytes, start)
    }
  }

  /** @throws RevisionError where readers do not agree about the objects in it */
  openStream(number: number): ObjectStream {
    const opened = this.#streams.get(number)
    if (opened) return opened
    const stream = this.#resolve(PdfRef.of(number))
    if (!(stream instanceof PdfStream)) throw new RevisionError('An object stream is missing.')
    const objectStream = readObjectStream(stream)
    const { bytes, objects } = objectStream
    const numbers = new Set(objects.map((object) => object.number))
    const first = stream.getNumber('First')?.value ?? 0
    const isInOrder = objects.every(({ start }, index) =>
      index === 0 ? skipWhiteSpace(bytes, first) >= start : start > objects[index - 1]!.start,
    )
    if (numbers.size < objects.length || !isInOrder || objects.length !== stream.getNumber('N')?.value)
      throw new RevisionError('The head of an object stream is wrong.')
    this.#streams.set(number, objectStream)
    this.#rest += maxReadings * bytes.length
    return objectStream
  }

  #find(entry: XRefEntry, streamNumber?: number): Place {
    if (entry.type === 'packed') {
      const { bytes, objects } = this.openStream(streamNumber ?? entry.stream)
      const found = objects[entry.index]
      if (found?.number === entry.number)
        return { bytes, start: found.start, next: objects[entry.index + 1]?.start }
    } else if (entry.type === 'offset') {
      const head = objectHead.exec(this.#file.toString('latin1', entry.offset, entry.offset + 64))
      if (head) return { bytes: this.#file, start: entry.offset + head[0].length }
    }
    throw new RevisionError(`Object ${entry.number} is not where its cross-reference entry says.`)
  }
}
