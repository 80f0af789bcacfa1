import { crc32, inflateRawSync } from 'node:zlib'
import { viewBytes } from '../../lib/core/runtime/bytes.ts'
import { type Files, UnreadablePackage } from './package-files.ts'

/** Longer files of a package, and more bytes of all together, are not read. */
const MAX_FILE_BYTES = 512 * 1024 * 1024
const MAX_BYTES = 2 * 1024 * 1024 * 1024

const STORED = 0
const DEFLATED = 8
/** General purpose flags (APPNOTE.TXT 4.4.4). */
const ENCRYPTED = 1
const HAS_DESCRIPTOR = 8

/** An entry of the central directory. */
interface Entry {
  name: string
  rawName: Buffer
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  /** Where its local header is. */
  start: number
}

/**
 * The files of a ZIP (APPNOTE.TXT 4.3). Only one that every program reads alike, by its directory or from its beginning:
 * its parts follow each other without gaps, and say the same twice. @throws UnreadablePackage
 */
export function unzip(bytes: Uint8Array): Files {
  const zip = viewBytes(bytes)
  try {
    return readEntries(zip)
  } catch (error) {
    if (error instanceof UnreadablePackage) throw error
    throw new UnreadablePackage(`The package is no ZIP, or is damaged: ${(error as Error).message}`)
  }
}

function readEntries(zip: Buffer): Files {
  const { entries, directory } = readDirectory(zip)
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
    throw new UnreadablePackage('The files of the package are too long.')
  const files: Files = new Map()
  const names = new Set<string>()
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.start - b.start)) {
    const { name, start } = entry
    if (start !== end) throw new UnreadablePackage(`The package has something hidden before ${name}.`)
    // Some systems have one file for both.
    const folded = name.normalize('NFC').toLowerCase()
    if (names.has(folded)) throw new UnreadablePackage(`The package has two files ${name}.`)
    names.add(folded)
    const { file, next } = readEntry(zip, entry)
    if (!name.endsWith('/')) files.set(name, file)
    end = next
  }
  if (end !== directory) throw new UnreadablePackage('The package has something hidden before its directory.')
  return files
}

/** The end record is at the very end, and the directory right before it. */
function readDirectory(zip: Buffer): { entries: Entry[]; directory: number } {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 + zip.readUInt16LE(end + 20) !== zip.length)
    throw new UnreadablePackage('The package is no ZIP, or something follows it.')
  const [count, directory] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)]
  const entries: Entry[] = []
  let offset = directory
  while (entries.length < count) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => zip.readUInt16LE(offset + at))
    entries.push(readDirectoryEntry(zip, offset, nameLength!))
    offset += 46 + nameLength! + extraLength! + commentLength!
  }
  if (offset !== end) throw new UnreadablePackage('The directory of the package does not end where it says.')
  return { entries, directory }
}

function readDirectoryEntry(zip: Buffer, offset: number, nameLength: number): Entry {
  if (zip.toString('latin1', offset, offset + 4) !== 'PK\x01\x02') throw new Error('an entry is missing')
  const rawName = zip.subarray(offset + 46, offset + 46 + nameLength)
  const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawName)
  if (!isSafe(name)) throw new UnreadablePackage(`The package has a file with an unsafe name: ${name}`)
  const [crc, packed, size] = [16, 20, 24].map((at) => zip.readUInt32LE(offset + at))
  return {
    ...{ name, rawName, crc: crc!, packed: packed!, size: size! },
    flags: zip.readUInt16LE(offset + 8),
    method: zip.readUInt16LE(offset + 10),
    start: zip.readUInt32LE(offset + 42),
  }
}

/** A relative path that stays in its folder on every system. */
function isSafe(name: string): boolean {
  const parts = name.replace(/\/$/, '').split('/')
  return !/[\\:\p{Cc}]/u.test(name) && parts.every((part) => !['', '.', '..'].includes(part))
}

/** The bytes of an entry, whose local header must say the same as the directory; `next` is where it ends. */
function readEntry(zip: Buffer, entry: Entry): { file: Buffer; next: number } {
  const { name, rawName, flags, method, crc, packed, size, start } = entry
  const nameEnd = start + 30 + zip.readUInt16LE(start + 26)
  const content = nameEnd + zip.readUInt16LE(start + 28)
  const contentEnd = content + packed
  const hasDescriptor = (flags & HAS_DESCRIPTOR) !== 0
  const descriptor = hasDescriptor ? findDescriptor(zip, contentEnd) : start + 14
  const isSame =
    zip.toString('latin1', start, start + 4) === 'PK\x03\x04' &&
    zip.readUInt16LE(start + 6) === flags &&
    zip.readUInt16LE(start + 8) === method &&
    zip.subarray(start + 30, nameEnd).equals(rawName) &&
    [crc, packed, size].every((value, index) => zip.readUInt32LE(descriptor + 4 * index) === value)
  if (!isSame) throw new UnreadablePackage(`The package says two things about the file ${name}.`)
  if (size > MAX_FILE_BYTES) throw new UnreadablePackage(`The file ${name} is too long.`)
  const bytes = zip.subarray(content, contentEnd)
  const file = method === DEFLATED ? inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) }) : bytes
  const isReadable = (method === STORED || method === DEFLATED) && (flags & ENCRYPTED) === 0
  if (!isReadable || file.length !== size || crc32(file) !== crc)
    throw new UnreadablePackage(`The file ${name} cannot be read.`)
  return { file, next: hasDescriptor ? descriptor + 12 : contentEnd }
}

/** The data descriptor after the bytes of an entry (APPNOTE.TXT 4.3.9); its signature may be absent. */
function findDescriptor(zip: Buffer, end: number): number {
  return zip.toString('latin1', end, end + 4) === 'PK\x07\x08' ? end + 4 : end
}
