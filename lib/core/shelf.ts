import { release } from './memory.ts'

/** How long memory lies there that nobody takes. */
const LAIN_MILLISECONDS = 30_000

/**
 * Large memory that was used and may be wanted again soon: the pages of new memory cost more than what is written on
 * them. Nothing stays for long.
 */
export class Shelf {
  readonly #places: number
  readonly #lying: ArrayBuffer[] = []
  #timer: NodeJS.Timeout | null = null

  /** @param places how many lie there at most: the largest of them */
  constructor(places: number) {
    this.#places = places
  }

  /** Memory of at least so many bytes, as it was left; null where none lies. */
  take(bytes: number): ArrayBuffer | null {
    const fits = this.#lying.findIndex(({ byteLength }) => byteLength >= bytes)
    return fits < 0 ? null : this.#lying.splice(fits, 1)[0]!
  }

  /** Takes over memory that nobody uses any more. */
  put(memory: ArrayBuffer): void {
    this.#lying.push(memory)
    this.#lying.sort((a, b) => a.byteLength - b.byteLength)
    if (this.#lying.length > this.#places) release(new Uint8Array(this.#lying.shift()!))
    this.#timer ??= setTimeout(() => this.#clear(), LAIN_MILLISECONDS).unref()
    this.#timer.refresh()
  }

  #clear(): void {
    for (const memory of this.#lying.splice(0)) release(new Uint8Array(memory))
  }
}
