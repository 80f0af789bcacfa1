import { ThreadError } from './thread-error.ts'

/** The number of slots and the lengths of the queue. */
export interface FairQueueLimits {
  slots: number
  /** Slots that one group may use; all by default. */
  slotsOfGroup?: number
  /** How many requests of all groups together may wait. */
  maxWaiting: number
  /** How many requests of one group may wait. */
  maxWaitingOfGroup: number
}

/** A tenant or a visitor's address. */
export type Group = string | number | symbol

/**
 * A semaphore whose groups take turns, each in the order of its requests. The last of several free slots is reserved
 * for a group that has none, so that no group can delay another's next task.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** The functions that resume waiting requests; the groups are in the order of their next turns. */
  readonly #waiting = new Map<Group, (() => void)[]>()
  readonly #running = new Map<Group, number>()
  #usedSlots = 0
  #waitingCount = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** Slots in use. */
  get used(): number {
    return this.#usedSlots
  }

  /** Waits for a slot; `leave` releases it. @throws ThreadError `busy` when too many are waiting */
  async enter(group: Group): Promise<void> {
    if (this.#mayStart(group)) return this.#start(group)
    const queue = this.#waiting.get(group) ?? []
    const { maxWaiting, maxWaitingOfGroup } = this.#limits
    if (this.#waitingCount >= maxWaiting || queue.length >= maxWaitingOfGroup)
      throw new ThreadError('busy', 'Too many documents are being processed.')
    this.#waiting.set(group, queue)
    this.#waitingCount++
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /** Releases a slot and gives it to the next waiting request. */
  leave(group: Group): void {
    const running = this.#runningOf(group) - 1
    if (running > 0) this.#running.set(group, running)
    else this.#running.delete(group)
    this.#usedSlots--
    this.#startNext()
  }

  #startNext(): void {
    for (const [group, queue] of this.#waiting) {
      if (!this.#mayStart(group)) continue
      this.#waiting.delete(group)
      const [resumeNext, ...others] = queue
      if (others.length > 0) this.#waiting.set(group, others)
      this.#waitingCount--
      this.#start(group)
      resumeNext!()
      return
    }
  }

  #mayStart(group: Group): boolean {
    const { slots, slotsOfGroup = slots } = this.#limits
    const [free, running] = [slots - this.#usedSlots, this.#runningOf(group)]
    return running === 0 ? free > 0 : free > 1 && running < slotsOfGroup
  }

  #runningOf(group: Group): number {
    return this.#running.get(group) ?? 0
  }

  #start(group: Group): void {
    this.#usedSlots++
    this.#running.set(group, this.#runningOf(group) + 1)
  }
}
