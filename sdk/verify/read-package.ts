import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { inflateRawSync } from 'node:zlib'

/** The files of a package by their paths, with `/` between folders. */
export type Files = Map<string, Uint8Array>

/** A package that cannot be read. */
export class UnreadablePackage extends Error {}

/** Longer files of a package are not read. */
const MAX_FILE_BYTES = 512 * 1024 * 1024

/** Reads a ZIP, or a folder with its unpacked files. @throws UnreadablePackage */
export async function readPackage(path: string): Promise<Files> {
  const facts = await stat(path).catch(() => null)
  if (!facts) throw new UnreadablePackage(`There is no file ${path}.`)
  return facts.isDirectory() ? readFolder(path) : unzip(await readFile(path))
}

async function readFolder(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files: Files = new Map()
  for (const path of paths.sort())
    files.set(relative(folder, path).split(sep).join('/'), await readFile(path))
  return files
}

/** The files of a ZIP (APPNOTE.TXT 4.3), by its central directory. @throws UnreadablePackage */
export function unzip(bytes: Uint8Array): Files {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readEntries(zip)
  } catch (error) {
    if (error instanceof UnreadablePackage) throw error
    throw new UnreadablePackage(`The package is no ZIP, or is damaged: ${(error as Error).message}`)
  }
}

function readEntries(zip: Buffer): Files {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) throw new UnreadablePackage('The package is no ZIP.')
  const files: Files = new Map()
  let offset = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => zip.readUInt16LE(offset + at))
    const name = zip.toString('utf8', offset + 46, offset + 46 + nameLength!)
    if (files.has(name)) throw new UnreadablePackage(`The package has two files ${name}.`)
    if (!name.endsWith('/')) files.set(name, readEntry(zip, offset, name))
    offset += 46 + nameLength! + extraLength! + commentLength!
  }
  return files
}

function readEntry(zip: Buffer, offset: number, name: string): Uint8Array {
  const method = zip.readUInt16LE(offset + 10)
  const [packed, size, header] = [20, 24, 42].map((at) => zip.readUInt32LE(offset + at))
  if (size! > MAX_FILE_BYTES) throw new UnreadablePackage(`The file ${name} is too long.`)
  const start = header! + 30 + zip.readUInt16LE(header! + 26) + zip.readUInt16LE(header! + 28)
  const content = zip.subarray(start, start + packed!)
  const file = method === 8 ? inflateRawSync(content, { maxOutputLength: Math.max(1, size!) }) : content
  if ((method !== 0 && method !== 8) || file.length !== size)
    throw new UnreadablePackage(`The file ${name} cannot be read.`)
  return file
}
