import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import type { Revision, Timeline } from './timeline.ts'

/** One place where an object is referred to. */
export interface Use {
  /** Number of the object that contains the reference; `trailerNumber` for the trailer. */
  holder: number
  /** The keys that lead to the reference within the holder, `[]` for a place in an array: `/AP/N`, `/Annots/[]`. */
  path: string
}

/** Stands for the trailer, which has no number: 0 is the number of no object. */
export const trailerNumber = 0

/**
 * Where objects are used: by which references the trailer leads to them. What a reference does not lead to has no
 * effect on what readers show.
 */
export class Uses {
  readonly #targets: ReadonlySet<number>
  readonly #reached = new Set<number>()
  readonly #byTarget = new Map<number, Map<number, string[]>>()
  readonly #targetsOf = new Map<number, Set<number>>()

  /**
   * @param targets numbers of the objects whose uses will be asked for
   * @param countRefs how many references there are in an object at least; those that are not found in it are uses by
   *   the path `/?`
   */
  constructor(
    revision: Revision,
    targets: ReadonlySet<number>,
    countRefs?: (holder: number) => ReadonlyMap<number, number>,
  ) {
    this.#targets = targets
    this.#visit(revision, [trailerNumber], countRefs)
  }

  of(number: number): Use[] {
    const uses = [...(this.#byTarget.get(number) ?? [])]
    return uses.flatMap(([holder, paths]) => paths.map((path) => ({ holder, path })))
  }

  /** Goes on to a later revision in which these objects were changed. */
  advance(revision: Revision, changed: Iterable<number>): void {
    const holders = [trailerNumber, ...[...changed].filter((number) => this.#reached.has(number))]
    for (const holder of holders) {
      for (const target of this.#targetsOf.get(holder) ?? []) this.#byTarget.get(target)?.delete(holder)
      this.#targetsOf.delete(holder)
    }
    this.#visit(revision, holders)
  }

  #visit(
    { resolve, trailer }: Revision,
    holders: number[],
    countRefs: (holder: number) => ReadonlyMap<number, number> = () => new Map(),
  ): void {
    const queue = holders.map((number) => PdfRef.of(number))
    for (let next = queue.pop(); next; next = queue.pop()) {
      const holder = next.objectNumber
      const object = holder === trailerNumber ? trailer : resolve(next)
      const hidden = new Map(countRefs(holder))
      const visit = (ref: PdfRef, keys: readonly string[]) => {
        if (this.#targets.has(ref.objectNumber)) this.#record(ref.objectNumber, holder, keys)
        if (this.#reached.has(ref.objectNumber)) return
        this.#reached.add(ref.objectNumber)
        queue.push(ref)
      }
      walk(object, [], (ref, keys) => {
        const count = hidden.get(ref.objectNumber)
        if (count !== undefined) hidden.set(ref.objectNumber, count - 1)
        visit(ref, keys)
      })
      for (const [number, count] of hidden) if (count > 0) visit(PdfRef.of(number), ['?'])
    }
  }

  #record(target: number, holder: number, keys: readonly string[]): void {
    const holders = this.#byTarget.get(target) ?? new Map<number, string[]>()
    const paths = holders.get(holder) ?? []
    const targets = this.#targetsOf.get(holder) ?? new Set<number>()
    paths.push(`/${keys.join('/')}`)
    this.#byTarget.set(target, holders.set(holder, paths))
    this.#targetsOf.set(holder, targets.add(target))
  }
}

/**
 * The uses in the signed revision of these objects and those that later revisions touch, also by what only some readers
 * find in a signed object.
 */
export function findUses(timeline: Timeline, numbers: Iterable<number>): Uses {
  const targets = new Set([...timeline.listTouchedNumbers(), ...numbers])
  return new Uses(timeline.revision, targets, timeline.countUnclearRefs)
}

/** Calls `found` for each reference in an object, at any depth; references are not followed. */
function walk(
  object: PdfObject | null | undefined,
  keys: string[],
  found: (ref: PdfRef, keys: readonly string[]) => void,
): void {
  if (object instanceof PdfRef) found(object, keys)
  else if (object instanceof PdfArray) {
    keys.push('[]')
    for (const item of object) walk(item, keys, found)
    keys.pop()
  } else if (object instanceof PdfDict) {
    for (const [key, value] of object) {
      keys.push(key.value)
      walk(value, keys, found)
      keys.pop()
    }
  }
}
