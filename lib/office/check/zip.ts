import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { viewBytes } from '#lib/core/runtime/bytes'

const inflate = promisify(inflateRaw)

/** A file of a ZIP archive. */
interface Entry {
  name: string
  method: number
  compressedSize: number
  size: number
  checksum: number
  /** Where its local header begins. */
  start: number
}

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
const MAX_ENTRIES = 5000
/** All files of an archive together, decompressed. */
const MAX_TOTAL_BYTES = 300 * 1024 * 1024
/** One file that is read here, decompressed. */
const MAX_READ_BYTES = 64 * 1024 * 1024

/** Thrown for an archive that is damaged, encrypted, too large, or that programs would read differently. */
export class ZipError extends Error {}

/** A ZIP archive in memory (PKWARE APPNOTE 6.3); without ZIP64, several disks and encryption. */
export class Zip {
  readonly #bytes: Buffer
  readonly #entries: Map<string, Entry>

  /** @throws ZipError */
  constructor(file: Uint8Array) {
    this.#bytes = viewBytes(file)
    this.#entries = readDirectory(this.#bytes)
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /** The text of a file; null when there is none with this name. @throws ZipError */
  async text(name: string): Promise<string | null> {
    return (await this.content(name))?.toString() ?? null
  }

  /** The content of a file; null when there is none with this name. @throws ZipError */
  async content(name: string): Promise<Buffer | null> {
    const entry = this.#entries.get(name)
    if (!entry) return null
    const { start, method, compressedSize, size, checksum } = entry
    const dataStart =
      start + LOCAL_BYTES + this.#bytes.readUInt16LE(start + 26) + this.#bytes.readUInt16LE(start + 28)
    const data = this.#bytes.subarray(dataStart, dataStart + compressedSize)
    if (data.length !== compressedSize || size > MAX_READ_BYTES) throw new ZipError(`${name} is cut off.`)
    const plain =
      method === STORED ? data : await inflate(data, { maxOutputLength: size + 1 }).catch(() => null)
    if (plain?.length !== size || crc32(plain) !== checksum) throw new ZipError(`${name} is damaged.`)
    return plain
  }
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new ZipError('The archive has too many files.')
  const entries = new Map<string, Entry>()
  const lowerCaseNames = new Set<string>()
  let total = 0
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE)
      throw new ZipError('The list of files is damaged.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    )
    const entry = readEntry(bytes, at, nameLength!)
    if (lowerCaseNames.has(entry.name.toLowerCase())) throw new ZipError('Two files have the same name.')
    lowerCaseNames.add(entry.name.toLowerCase())
    entries.set(entry.name, entry)
    total += entry.size
    at += ENTRY_BYTES + nameLength! + extraLength! + commentLength!
  }
  if (total > MAX_TOTAL_BYTES) throw new ZipError('The files are too large.')
  return entries
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = bytes.length - END_BYTES; at >= first; at--) {
    const isEnd = bytes.readUInt32LE(at) === END_SIGNATURE
    if (isEnd && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at
  }
  throw new ZipError('The end of the archive is missing.')
}

function readEntry(bytes: Buffer, at: number, nameLength: number): Entry {
  const name = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
  const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)]
  const [checksum, compressedSize, size, start] = [16, 20, 24, 42].map((offset) =>
    bytes.readUInt32LE(at + offset),
  )
  if (flags & ENCRYPTED) throw new ZipError('The archive is encrypted.')
  if (method !== STORED && method !== DEFLATED) throw new ZipError('The compression is unknown.')
  if (method === STORED && compressedSize !== size) throw new ZipError(`${name} is damaged.`)
  // A program that reads the local headers must find the same files.
  const isLocal = start! + LOCAL_BYTES <= at && bytes.readUInt32LE(start!) === LOCAL_SIGNATURE
  const localEnd = start! + LOCAL_BYTES + (isLocal ? bytes.readUInt16LE(start! + 26) : 0)
  if (!isLocal || bytes.toString('utf8', start! + LOCAL_BYTES, localEnd) !== name)
    throw new ZipError(`${name} is damaged.`)
  return { name, method, checksum: checksum!, compressedSize: compressedSize!, size: size!, start: start! }
}
