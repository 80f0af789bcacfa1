import { release } from './memory.ts'

/** How long memory lies there that nobody takes. */
const LAIN_MILLISECONDS = 30_000
/** Memory is given to whoever needs no less than this share of it: it counts as what was asked for. */
const LEAST_SHARE = 0.8

/**
 * Large memory that was used and may be wanted again soon: the pages of new memory cost more than what is written on
 * them. Nothing stays for long.
 */
export class Shelf {
  readonly #places: number
  #lying: { memory: ArrayBuffer; since: number }[] = []
  #timer: NodeJS.Timeout | null = null

  /** @param places how many lie there at most: those that came last */
  constructor(places: number) {
    this.#places = places
  }

  /** Memory of at least so many bytes and not many more, as it was left; null where none lies. */
  take(bytes: number): ArrayBuffer | null {
    const at = this.#lying.findLastIndex(
      ({ memory: { byteLength } }) => byteLength >= bytes && bytes >= byteLength * LEAST_SHARE,
    )
    return at < 0 ? null : this.#lying.splice(at, 1)[0]!.memory
  }

  /** Takes over memory that nobody uses any more. */
  put(memory: ArrayBuffer): void {
    this.#lying.push({ memory, since: performance.now() })
    if (this.#lying.length > this.#places) release(new Uint8Array(this.#lying.shift()!.memory))
    this.#timer ??= this.#clearIn(LAIN_MILLISECONDS)
  }

  #clearIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#clear(), milliseconds).unref()
  }

  #clear(): void {
    const before = performance.now() - LAIN_MILLISECONDS
    for (const { memory, since } of this.#lying) if (since <= before) release(new Uint8Array(memory))
    this.#lying = this.#lying.filter(({ since }) => since > before)
    const [first] = this.#lying
    this.#timer = first ? this.#clearIn(first.since - before) : null
  }
}
