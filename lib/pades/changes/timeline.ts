import { type PDF, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { loadPdf } from '#lib/pdf/file/load'
import { mergeEntries, readFileEntries, withXRefStream, xrefChain } from '#lib/pdf/file/xref'
import { isInPlace, type XRefEntry, XRefError, type XRefSection } from '#lib/pdf/file/xref-section'
import { assertKeysOnce } from './repeated-keys.ts'
import { type LaterSection, RevisionError, sectionStart, sectionsSince } from './revisions.ts'

/**
 * Object number → whether later revisions define or free it, and the offset of the newest cross-reference section
 * that does.
 */
export type TouchedObjects = Map<number, { generation: number; inUse: boolean; offset: number }>

/** A document as it is in one revision. */
export interface Revision {
  /** The object; null where it is missing or free. */
  resolve(ref: PdfRef): PdfObject | null
  catalog: PdfDict
  trailer: PdfDict
}

/** The document that a file shows. */
export function toRevision(pdf: PDF): Revision {
  return {
    resolve: (ref) => pdf.context.resolve(ref),
    catalog: pdf.context.catalog.getDict(),
    trailer: pdf.context.info.trailer,
  }
}

/** What changed from one revision to a later one; valid until the next step is taken. */
export interface Step {
  before: Revision
  after: Revision
  /** The objects that are defined or freed between them, also by a change of the object stream that contains them. */
  touched: TouchedObjects
  /** Numbers of objects that are cross-reference streams, or object streams in use, in `before`. */
  structural: ReadonlySet<number>
}

/** An object as one revision defines it. */
interface Version {
  entry: XRefEntry
  /** Its number in the file of all versions. */
  alias: number
}

/** The versions that one section adds. */
interface Addition {
  offset: number
  versions: Map<number, Version>
  structural: number[]
  trailerAlias: number
}

/** Aliases of an object are this far apart: the keys of encrypted objects have 24 bits of the number (7.6.3.2). */
const aliasDistance = 2 ** 24

/**
 * The revisions of a file after its first `length` bytes, one after the other. The file is opened twice, however many
 * revisions it has: up to `length`, and with a number of its own for each later version of an object.
 */
export class Timeline {
  readonly #file: Buffer
  readonly #baseSection: number
  readonly #base: Revision
  readonly #additions: Addition[]
  readonly #all: PDF | null
  /** The newest versions in the revision that was reached; objects without one are as in the base. */
  readonly #versions = new Map<number, Version>()
  #next = new Map<number, Version>()
  #reached: Revision
  #passed = 0

  private constructor(
    file: Buffer,
    baseSection: number,
    base: Revision,
    additions: Addition[],
    all: PDF | null,
  ) {
    this.#file = file
    this.#baseSection = baseSection
    this.#base = base
    this.#additions = additions
    this.#all = all
    this.#reached = base
  }

  /** @throws RevisionError where the revisions cannot be followed */
  static async open(file: Buffer, length: number): Promise<Timeline> {
    const sections = sectionsSince(file, length)
    const signedFile = file.subarray(0, length)
    const base = await loadPdf(signedFile)
    if (base.recoveredViaBruteForce)
      throw new RevisionError('The signed bytes are not a complete revision of the document.')
    const signed = readSections(signedFile)
    const additions = listAdditions(file, sections, signed)
    const all = sections.length > 0 ? await loadAll(file, sections, additions, signed.entries) : null
    for (const { entry, alias } of additions.flatMap(({ versions }) => [...versions.values()]))
      assertKeysOnce(file, entry, all!.context.resolve(PdfRef.of(alias, entry.generation)))
    return new Timeline(file, sectionStart(file, length), toRevision(base), additions, all)
  }

  /** The revision up to which the file was followed. */
  get revision(): Revision {
    return this.#reached
  }

  /** Numbers of all objects that revisions after the first define or free. */
  listTouchedNumbers(): Set<number> {
    return new Set(this.#additions.flatMap(({ versions }) => [...versions.keys()]))
  }

  /** Whether the revision of the first `end` bytes is one that was not passed yet, and the later ones build on it. */
  reaches(end: number): boolean {
    const count = this.#countAt(end)
    return count !== null && count >= this.#passed
  }

  /** Goes on to the revision of the first `end` bytes. @throws RevisionError */
  advance(end: number): Step {
    const count = this.#countAt(end)
    if (count === null || count < this.#passed)
      throw new RevisionError('The later revisions undo the signed one.')
    return this.#advanceTo(count)
  }

  /** The number of sections that the first `end` bytes add; null when they are no revision of the file. */
  #countAt(end: number): number | null {
    const section = sectionStart(this.#file, end)
    const count = this.#additions.findIndex(({ offset }) => offset === section) + 1
    const isInOrder = this.#additions.every(({ offset }, index) => offset < end === index < count)
    return isInOrder && (count > 0 || section === this.#baseSection) ? count : null
  }

  #advanceTo(count: number): Step {
    for (const [number, version] of this.#next) this.#versions.set(number, version)
    const steps = this.#additions.slice(this.#passed, count)
    const next = new Map(steps.flatMap(({ versions }) => [...versions]))
    const before = this.#reached
    this.#next = next
    this.#passed = count
    const trailerAlias = steps.at(-1)?.trailerAlias
    if (trailerAlias !== undefined) this.#reached = this.#revisionWith(trailerAlias)
    const touched: TouchedObjects = new Map()
    for (const { offset, versions } of steps) {
      for (const [number, { entry }] of versions)
        touched.set(number, { generation: entry.generation, inUse: entry.type !== 'free', offset })
    }
    // The earlier revision does not see the versions of this step.
    const resolveBefore = (ref: PdfRef) => this.#resolve(ref, this.#versions.get(ref.objectNumber))
    return {
      before: { ...before, resolve: resolveBefore },
      after: this.#reached,
      touched,
      structural: new Set(steps.flatMap(({ structural }) => structural)),
    }
  }

  #revisionWith(trailerAlias: number): Revision {
    const resolve = (ref: PdfRef) => {
      const { objectNumber } = ref
      return this.#resolve(ref, this.#next.get(objectNumber) ?? this.#versions.get(objectNumber))
    }
    const trailer = this.#all!.context.resolve(PdfRef.of(trailerAlias))
    const root = trailer instanceof PdfDict ? trailer.getRef('Root') : undefined
    const catalog = root && resolve(root)
    if (!(trailer instanceof PdfDict && catalog instanceof PdfDict))
      throw new RevisionError('A later revision has no catalog.')
    return { resolve, catalog, trailer }
  }

  #resolve(ref: PdfRef, version: Version | undefined): PdfObject | null {
    if (!version) return this.#base.resolve(ref)
    if (version.entry.type === 'free') return null
    const object = this.#all!.context.resolve(PdfRef.of(version.alias, version.entry.generation))
    return object?.type === 'null' ? null : object
  }
}

/** The cross-reference sections of the signed bytes; empty where they are damaged. */
function readSections(signedFile: Buffer): { chain: XRefSection[]; entries: Map<number, XRefEntry> } {
  const chain = xrefChain(signedFile) ?? []
  try {
    return { chain, entries: mergeEntries(signedFile, chain) }
  } catch (error) {
    if (error instanceof XRefError) return { chain: [], entries: new Map() }
    throw error
  }
}

/** What each section changes. A replaced object stream changes every object that is read from it. */
function listAdditions(
  file: Buffer,
  sections: LaterSection[],
  { chain, entries }: { chain: XRefSection[]; entries: Map<number, XRefEntry> },
): Addition[] {
  const current = new Map(entries)
  /** Of objects in use: references by another generation number lead to nothing (7.3.10). */
  const generations = new Map<number, number>()
  for (const { number, type, generation } of entries.values())
    if (type !== 'free') generations.set(number, generation)
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
    const add = (number: number, entry: XRefEntry) => versions.set(number, { entry, alias: getAlias(number) })
    for (const entry of listed) {
      const before = current.get(entry.number)
      if (entry.number === 0 || (before && isSameEntry(before, entry))) continue
      if (!isInPlace(file, entry))
        throw new RevisionError(`Object ${entry.number} is not where its cross-reference entry says.`)
      const generation = generations.get(entry.number) ?? entry.generation
      if (entry.type !== 'free' && entry.generation !== generation)
        throw new RevisionError(`Object ${entry.number} has another generation number than before.`)
      if (entry.type !== 'free') generations.set(entry.number, generation)
      add(entry.number, entry)
      if (before?.type === 'offset' && xrefOffsets.has(before.offset)) structural.push(entry.number)
    }
    for (const stream of [...versions.keys()]) {
      const numbers = packed.get(stream)
      if (numbers && numbers.size > 0) structural.push(stream)
      for (const number of numbers ?? []) if (!versions.has(number)) add(number, current.get(number)!)
    }
    for (const [number, { entry }] of versions) {
      pack(current.get(number), number, 'delete')
      pack(entry, number, 'add')
      current.set(number, entry)
    }
    return { offset, versions, structural, trailerAlias: getAlias(0) }
  })
}

function isSameEntry(a: XRefEntry, b: XRefEntry): boolean {
  if (a.type === 'offset' && b.type === 'offset')
    return a.offset === b.offset && a.generation === b.generation
  if (a.type === 'packed' && b.type === 'packed') return a.stream === b.stream && a.index === b.index
  return a.type === 'free' && b.type === 'free'
}

/** Opens a copy of the file in which every version and every trailer is an object under its alias. */
function loadAll(
  file: Buffer,
  sections: LaterSection[],
  additions: Addition[],
  signedEntries: Map<number, XRefEntry>,
): Promise<PDF> {
  const entries = new Map<number, XRefEntry>()
  const aliases = new Map<number, number>()
  const added: Buffer[] = [file]
  let { length } = file
  const addObject = (number: number, body: Buffer) => {
    const object = Buffer.concat([Buffer.from(`\n${number} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    entries.set(number, { number, type: 'offset', generation: 0, offset: length + 1 })
    added.push(object)
    length += object.length
  }
  /** The number of a signed object that a version needs, as it is. */
  const keep = (number: number) => {
    const entry = signedEntries.get(number)
    if (entry) entries.set(number, entry)
    return number
  }
  for (const [index, { versions, trailerAlias }] of additions.entries()) {
    const { trailer } = sections[index]!
    addObject(trailerAlias, file.subarray(trailer.start, trailer.end))
    for (const [number, { alias }] of versions) aliases.set(number, alias)
    for (const { entry, alias } of versions.values()) {
      const stream = entry.type === 'packed' ? (aliases.get(entry.stream) ?? keep(entry.stream)) : 0
      entries.set(alias, { ...entry, number: alias, ...(entry.type === 'packed' && { stream }) } as XRefEntry)
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
