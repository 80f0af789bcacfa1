import type { PDF } from '@libpdf/core'
import { loadPdf } from '#lib/pdf/file/load'
import { findRepeated, mergeEntries, readFileEntries, withXRefStream, xrefChain } from '#lib/pdf/file/xref'
import {
  isInPlace,
  isSameEntry,
  type XRefEntry,
  XRefError,
  type XRefSection,
} from '#lib/pdf/file/xref-section'
import { type LaterSection, RevisionError } from './revisions.ts'

/** An object as one revision defines it. */
export interface Version {
  entry: XRefEntry
  /** Its number in the file of all versions. */
  alias: number
  /** The number there of the object stream that contains it; 0 for an object of its own. */
  streamAlias: number
}

/** The versions that one section adds. */
export interface Addition {
  offset: number
  versions: Map<number, Version>
  structural: number[]
  trailerAlias: number
}

/** The cross-reference sections of the signed bytes. */
interface SignedSections {
  chain: XRefSection[]
  entries: Map<number, XRefEntry>
}

/** Aliases of an object are this far apart: the keys of encrypted objects have 24 bits of the number (7.6.3.2). */
const aliasDistance = 2 ** 24

/** @throws RevisionError where later sections follow, and readers may resolve a signed number in different ways */
export function readSignedSections(signedFile: Buffer, later: readonly LaterSection[]): SignedSections {
  if (later.length === 0) return { chain: [], entries: new Map() }
  try {
    const chain = xrefChain(signedFile) ?? []
    if (chain.length === 0) throw new RevisionError('The signed cross-reference sections are damaged.')
    for (const section of chain) {
      const [repeated] = findRepeated(signedFile, section)
      if (repeated !== undefined)
        throw new RevisionError(
          `The signed cross-reference sections list object ${repeated} with two entries.`,
        )
    }
    return { chain, entries: mergeEntries(signedFile, chain) }
  } catch (error) {
    throw error instanceof XRefError ? new RevisionError(error.message) : error
  }
}

/**
 * What each section changes. A replaced object stream changes every object that is read from it.
 * @throws RevisionError
 */
export function listAdditions(
  file: Buffer,
  sections: LaterSection[],
  { chain, entries }: SignedSections,
): Addition[] {
  for (const { number } of [...entries.values(), ...sections.flatMap((section) => section.entries)])
    if (number >= aliasDistance) throw new RevisionError(`The object number ${number} is too large.`)
  const current = new Map(entries)
  /** Of objects in use: references by another generation number lead to nothing (7.3.10). */
  const generations = new Map<number, number>()
  for (const { number, type, generation } of entries.values())
    if (type !== 'free') generations.set(number, generation)
  /** Of the newest versions. */
  const aliases = new Map<number, number>()
  const places = new Map<number, number>()
  const packed = new Map<number, Set<number>>()
  const pack = (entry: XRefEntry | undefined, number: number, action: 'add' | 'delete') => {
    if (entry?.type !== 'packed') return
    const numbers = packed.get(entry.stream) ?? new Set()
    packed.set(entry.stream, numbers)
    numbers[action](number)
  }
  for (const [number, entry] of entries) pack(entry, number, 'add')
  const xrefOffsets = new Set([
    ...chain.flatMap(({ at, xrefStm }) => [at, xrefStm]),
    ...sections.flatMap(({ offset, xrefStm }) => [offset, xrefStm]),
  ])
  return sections.map(({ offset, entries: listed }, index) => {
    const versions = new Map<number, Version>()
    const structural: number[] = []
    const getAlias = (number: number) => number + aliasDistance * (index + 1)
    const add = (number: number, entry: XRefEntry) =>
      versions.set(number, { entry, alias: getAlias(number), streamAlias: 0 })
    for (const entry of listed) {
      const before = current.get(entry.number)
      if (entry.number === 0 || (before && isSameEntry(before, entry))) continue
      if (!isInPlace(file, entry))
        throw new RevisionError(`Object ${entry.number} is not where its cross-reference entry says.`)
      if (entry.type !== 'free') {
        const generation = generations.get(entry.number) ?? entry.generation
        const isReused = before?.type === 'free' && before.generation === entry.generation
        if (entry.generation !== generation && !isReused)
          throw new RevisionError(`Object ${entry.number} has another generation number than before.`)
        generations.set(entry.number, entry.generation)
      }
      add(entry.number, entry)
      if (before?.type === 'offset' && xrefOffsets.has(before.offset)) structural.push(entry.number)
    }
    for (const stream of [...versions.keys()]) {
      const numbers = packed.get(stream)
      if (numbers && numbers.size > 0) structural.push(stream)
      for (const number of numbers ?? []) if (!versions.has(number)) add(number, current.get(number)!)
    }
    for (const number of versions.keys()) aliases.set(number, getAlias(number))
    for (const [number, version] of versions) {
      const { entry } = version
      if (entry.type === 'packed') version.streamAlias = aliases.get(entry.stream) ?? entry.stream
      pack(current.get(number), number, 'delete')
      pack(entry, number, 'add')
      current.set(number, entry)
    }
    for (const [number, { entry }] of versions) {
      const own = entry.type === 'packed' ? current.get(entry.stream) : entry
      if (own?.type !== 'offset') continue
      // Readers that rebuild a file take the last version in it for the newest.
      if (own.offset > 0 && own.offset < (places.get(number) ?? 0))
        throw new RevisionError(`Object ${number} is before its earlier version.`)
      places.set(number, own.offset)
    }
    return { offset, versions, structural, trailerAlias: getAlias(0) }
  })
}

/** Whether the entry leads to an object: some writers leave the offset 0 for unused numbers. */
export function isUsed(entry: XRefEntry): boolean {
  return entry.type === 'packed' || (entry.type === 'offset' && entry.offset > 0)
}

/** Opens a copy of the file in which every version and every trailer is an object under its alias. */
export function loadAll(
  file: Buffer,
  sections: LaterSection[],
  additions: Addition[],
  signedEntries: Map<number, XRefEntry>,
): Promise<PDF> {
  const entries = new Map<number, XRefEntry>()
  const added: Buffer[] = [file]
  let { length } = file
  const addObject = (number: number, body: Buffer) => {
    const object = Buffer.concat([Buffer.from(`\n${number} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    entries.set(number, { number, type: 'offset', generation: 0, offset: length + 1 })
    added.push(object)
    length += object.length
  }
  /** Adds a signed object that a version needs, as it is; not one that has an alias. */
  const keep = (number: number) => {
    const entry = signedEntries.get(number)
    if (entry) entries.set(number, entry)
  }
  for (const [index, { versions, trailerAlias }] of additions.entries()) {
    const { trailer } = sections[index]!
    addObject(trailerAlias, file.subarray(trailer.start, trailer.end))
    for (const { entry, alias, streamAlias } of versions.values()) {
      if (entry.type === 'packed') keep(streamAlias)
      entries.set(alias, {
        ...entry,
        number: alias,
        ...(entry.type === 'packed' && { stream: streamAlias }),
      } as XRefEntry)
    }
  }
  const catalog = aliasDistance * (sections.length + 1)
  addObject(catalog, Buffer.from(`<< /Type /Catalog /Pages ${catalog + 1} 0 R >>`))
  addObject(catalog + 1, Buffer.from('<< /Type /Pages /Kids [] /Count 0 >>'))
  const encryption = readFileEntries(file, sections.at(-1)!.trailer, ['Encrypt', 'ID'])
  const encryptNumber = /\/Encrypt\s+(\d+)\s+\d+\s+R/.exec(encryption)?.[1]
  if (encryptNumber) keep(Number(encryptNumber))
  return loadPdf(withXRefStream(added, entries.values(), `/Root ${catalog} 0 R ${encryption}`))
}
