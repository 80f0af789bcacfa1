import { type PDF, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { hasOneCryptFilter } from '#lib/pdf/file/encrypted-streams'
import { loadPdf } from '#lib/pdf/file/load'
import { assertClear } from './clear-versions.ts'
import { RevisionError, sectionStart, sectionsSince } from './revisions.ts'
import { Sources } from './sources.ts'
import { findUnlisted, type Unlisted } from './unlisted.ts'
import {
  type Addition,
  isUsed,
  listAdditions,
  loadAll,
  readSignedSections,
  type Version,
} from './versions.ts'

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
  /** What only readers that rebuild the file find in the later revisions. */
  unlisted: Unlisted | null = null
  /**
   * How many references to each object readers may find in a signed object whose syntax they may take in different ways;
   * empty for another.
   */
  countUnclearRefs: (number: number) => ReadonlyMap<number, number> = () => new Map()

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
    if (sections.length > 0 && base.isEncrypted && !hasOneCryptFilter(await loadPdf(file), file))
      throw new RevisionError('Not all of the file is encrypted in one way.')
    const signed = readSignedSections(signedFile, sections)
    const additions = listAdditions(file, sections, signed)
    const all = sections.length > 0 ? await loadAll(file, sections, additions, signed.entries) : null
    const signedSources = new Sources(signedFile, (ref) => base.context.resolve(ref))
    const sources = new Sources(file, (ref) => all!.context.resolve(ref))
    assertClear(signed.entries, signedSources, additions, sources)
    const timeline = new Timeline(file, sectionStart(file, length), toRevision(base), additions, all)
    timeline.unlisted = findUnlisted(file, length, sections, additions, sources)
    timeline.countUnclearRefs = (number) => {
      const entry = signed.entries.get(number)
      return entry && isUsed(entry) ? signedSources.countUnclearRefs(entry) : new Map()
    }
    return timeline
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
    return this.#advanceTo(this.#findCount(end))
  }

  /**
   * The same in one step for each section: a later section may restore what an earlier one changed, and readers differ
   * in which of them they follow. @throws RevisionError
   */
  *advanceBySection(end: number): Generator<Step> {
    const count = this.#findCount(end)
    while (this.#passed < count) yield this.#advanceTo(this.#passed + 1)
  }

  #findCount(end: number): number {
    const count = this.#countAt(end)
    if (count === null || count < this.#passed)
      throw new RevisionError('The later revisions undo the signed one.')
    return count
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
