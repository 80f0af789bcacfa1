import { type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { type ObjectStream, readObjectStream } from '#lib/pdf/file/object-stream'
import { readSource, skipComments } from '#lib/pdf/file/source'
import type { ObjectSource } from '#lib/pdf/file/source-reader'
import { endOfContainer } from '#lib/pdf/file/stray-delimiters'
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

/** An object stream that was opened. */
interface OpenStream extends ObjectStream {
  /** Whether readers agree about the objects in it. */
  isClear: boolean
  /** Object number → where objects of that number begin. */
  starts: ReadonlyMap<number, number[]>
}

/** Reads objects in use strictly: what readers would take in different ways is refused. */
export class Sources {
  readonly #file: Buffer
  readonly #resolve: (ref: PdfRef) => PdfObject | null
  readonly #streams = new Map<number, OpenStream>()
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
    if (!value || (next !== undefined && skipComments(bytes, value.end) !== skipComments(bytes, next)))
      throw new RevisionError(`The syntax of object ${entry.number} is wrong.`)
    this.#spend(value.end - start)
    const unclear = findUnclear(bytes, value)
    if (unclear) throw new RevisionError(`Object ${entry.number} has ${unclear}.`)
    return { bytes, value }
  }

  /**
   * How many references to each object readers may find in an object that `read` refuses, in any of its places; else
   * empty.
   */
  countUnclearRefs(entry: XRefEntry): Map<number, number> {
    try {
      this.read(entry)
      return new Map()
    } catch (error) {
      if (!(error instanceof RevisionError)) throw error
    }
    const counts = new Map<number, number>()
    for (const { bytes, start } of this.#listPlaces(entry)) {
      const end = endOfContainer(bytes, start) ?? bytes.length
      this.#spend(end - start)
      for (const [number, count] of countRefs(bytes.toString('latin1', start, end)))
        counts.set(number, Math.max(count, counts.get(number) ?? 0))
    }
    return counts
  }

  /** @throws RevisionError where readers do not agree about the objects in it */
  openStream(number: number): ObjectStream {
    const stream = this.#open(number)
    if (!stream.isClear) throw new RevisionError('The head of an object stream is wrong.')
    return stream
  }

  /** @throws RevisionError where some readers cannot read the head */
  #open(number: number): OpenStream {
    const opened = this.#streams.get(number)
    if (opened) return opened
    const stream = this.#resolve(PdfRef.of(number))
    if (!(stream instanceof PdfStream)) throw new RevisionError('An object stream is missing.')
    const { bytes, objects } = readObjectStream(stream)
    const count = stream.getNumber('N')?.value ?? Number.NaN
    if (!(objects.length >= count) || objects.some((object) => Number.isNaN(object.number + object.start)))
      throw new RevisionError('The head of an object stream is wrong.')
    const first = stream.getNumber('First')?.value ?? 0
    const isInOrder = objects.every(({ start }, index) =>
      index === 0 ? skipComments(bytes, first) >= start : start > objects[index - 1]!.start,
    )
    const starts = new Map<number, number[]>()
    for (const { number: packed, start } of objects) {
      const known = starts.get(packed)
      if (known) known.push(start)
      else starts.set(packed, [start])
    }
    const isClear = isInOrder && starts.size === objects.length && objects.length === count
    const openStream = { bytes, objects, isClear, starts }
    this.#streams.set(number, openStream)
    this.#rest += maxReadings * bytes.length
    return openStream
  }

  /** Everywhere that readers may look for an object: in an object stream by its number, or by its index. */
  #listPlaces(entry: XRefEntry): Place[] {
    if (entry.type !== 'packed') return [this.#find(entry)]
    const { bytes, objects, starts } = this.#open(entry.stream)
    const all = [...(starts.get(entry.number) ?? []), objects[entry.index]?.start]
    return [...new Set(all)].flatMap((start) => (start === undefined ? [] : [{ bytes, start }]))
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

  /** Counts bytes that were read. @throws RevisionError when they are too many */
  #spend(length: number): void {
    this.#rest -= length
    if (this.#rest < 0) throw new RevisionError('Reading the objects of the file takes too long.')
  }
}
