interface Share {
  used: number
  /** Begins the work of those that wait, in their order. */
  waiting: (() => void)[]
}

/** Limits how many connections of a pool each tenant uses at a time, so that some are left for others. */
export class Shares {
  readonly #places: number
  readonly #milliseconds: number
  readonly #byOwner = new Map<string, Share>()
  #waiting = 0

  /** @param places of each owner, who waits for one for at most `milliseconds` */
  constructor(places: number, milliseconds: number) {
    this.#places = places
    this.#milliseconds = milliseconds
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting
  }

  /** Waits for a place; `leave` releases it. @returns false when none became free in time */
  async enter(owner: string): Promise<boolean> {
    const share = this.#byOwner.get(owner) ?? { used: 0, waiting: [] }
    this.#byOwner.set(owner, share)
    if (share.used < this.#places) {
      share.used++
      return true
    }
    this.#waiting++
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const begin = () => resolve(true)
    share.waiting.push(begin)
    const timer = setTimeout(() => {
      share.waiting.splice(share.waiting.indexOf(begin), 1)
      resolve(false)
    }, this.#milliseconds)
    const hasPlace = await promise
    clearTimeout(timer)
    this.#waiting--
    return hasPlace
  }

  leave(owner: string): void {
    const share = this.#byOwner.get(owner)!
    const begin = share.waiting.shift()
    if (begin) {
      // The place goes to the next one.
      begin()
      return
    }
    share.used--
    if (share.used === 0) this.#byOwner.delete(owner)
  }
}
