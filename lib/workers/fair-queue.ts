import { ThreadError } from './thread-error.ts'

/** How many may be at work, and how many may wait. */
export interface FairQueueLimits {
  places: number
  /** How many of them one group may have; all unless said otherwise. */
  placesOfGroup?: number
  /** Of all groups together. */
  maxWaiting: number
  /** Of one group. */
  maxWaitingOfGroup: number
}

/** A tenant, a visitor's address: those who share their turns. */
export type Group = string | number | symbol

/**
 * A number of places that groups take in turn, each in the order in which it asked. Where there are several places, the
 * last free one is only for a group that has none: whatever one group asks for, another's next task starts at once.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** In the order of their next turns. */
  readonly #waiting = new Map<Group, (() => void)[]>()
  readonly #running = new Map<Group, number>()
  #taken = 0
  #waitingCount = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** Places in use. */
  get used(): number {
    return this.#taken
  }

  /** Resolves when a place is the group's, which `leave` gives back. @throws ThreadError `busy` when too many wait. */
  async enter(group: Group): Promise<void> {
    if (this.#mayStart(group)) return this.#start(group)
    const queue = this.#waiting.get(group) ?? []
    const { maxWaiting, maxWaitingOfGroup } = this.#limits
    if (this.#waitingCount >= maxWaiting || queue.length >= maxWaitingOfGroup)
      throw new ThreadError('busy', 'Too many documents are being worked on.')
    this.#waiting.set(group, queue)
    this.#waitingCount++
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  leave(group: Group): void {
    const left = this.#runningOf(group) - 1
    if (left > 0) this.#running.set(group, left)
    else this.#running.delete(group)
    this.#taken--
    this.#startNext()
  }

  #startNext(): void {
    for (const [group, queue] of this.#waiting) {
      if (!this.#mayStart(group)) continue
      this.#waiting.delete(group)
      const [next, ...rest] = queue
      if (rest.length > 0) this.#waiting.set(group, rest)
      this.#waitingCount--
      this.#start(group)
      next!()
      return
    }
  }

  #mayStart(group: Group): boolean {
    const { places, placesOfGroup = places } = this.#limits
    const [free, running] = [places - this.#taken, this.#runningOf(group)]
    return running === 0 ? free > 0 : free > 1 && running < placesOfGroup
  }

  #runningOf(group: Group): number {
    return this.#running.get(group) ?? 0
  }

  #start(group: Group): void {
    this.#taken++
    this.#running.set(group, this.#runningOf(group) + 1)
  }
}
