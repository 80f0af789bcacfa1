import { type Group, MarkedGroups } from './marked-groups.ts'

/** Why a request gets no slot: too many are waiting or it has waited too long, or its client has left. */
export type QueueRefusal = 'busy' | 'abandoned'

/** The number of slots, the lengths of the queue and its errors. */
export interface FairQueueLimits {
  slots: number
  /** Slots that one group may use; all by default. */
  slotsOfGroup?: number
  /** Slots for groups whose last request kept to the limits; 0 by default. What others take is not known. */
  keptSlots?: number
  /** How many requests of all groups together may wait. */
  maxWaiting: number
  /** How many requests of one group may wait. */
  maxWaitingOfGroup: number
  /** A request that waits longer is refused; without a limit by default. */
  maxWaitingMilliseconds?: number
  /** Makes the error that a request without a slot is refused with. */
  refuse: (reason: QueueRefusal) => Error
}

interface WaitingRequest {
  start: () => void
  reject: (error: Error) => void
}

/** A group that has used slots lately, or waits for one. */
interface GroupState {
  waiting: WaitingRequest[]
  /** Slots in use. */
  running: number
  /** The time in slots until `countedAt`; it is forgotten with the half-life below. */
  usedMilliseconds: number
  countedAt: number
}

const HALF_LIFE_MILLISECONDS = 60_000
/** What each waiting request counts for: of two groups that have used nothing, the one with fewer requests is next. */
const EXPECTED_MILLISECONDS = 100
/** How long it is known that a group keeps to the limits. */
const KNOWN_MILLISECONDS = 24 * 3600_000
/** A group that has used less than this, and neither runs nor waits, counts as one that has used nothing. */
const FORGOTTEN_MILLISECONDS = 50
const FORGET_EVERY_MILLISECONDS = 1000

/**
 * A semaphore whose next slot goes to the waiting group that has used slots for the least time lately; within a group
 * in the order of its requests. The last of several free slots is reserved for a group that has none, so that no group
 * can delay another's next task; `keptSlots` more are for groups that are known. When the queue is full, the group with
 * the most waiting requests loses its last one.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #groups = new Map<Group, GroupState>()
  readonly #known = new MarkedGroups(KNOWN_MILLISECONDS)
  #usedSlots = 0
  #waitingCount = 0
  #forgottenAt = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** Slots in use. */
  get used(): number {
    return this.#usedSlots
  }

  /** Requests that wait for a slot. */
  get waiting(): number {
    return this.#waitingCount
  }

  /**
   * Waits for a slot; `leave` releases it.
   * @throws the error of `refuse`: `busy` when too many are waiting, `abandoned` when `signal` is aborted before
   */
  async enter(group: Group, signal?: AbortSignal): Promise<void> {
    const { maxWaitingMilliseconds, refuse } = this.#limits
    if (signal?.aborted) throw refuse('abandoned')
    const state = this.#getState(group)
    if (this.#mayStart(group, state)) return this.#start(state)
    this.#makeRoomFor(state)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const request: WaitingRequest = { start: resolve, reject }
    state.waiting.push(request)
    this.#waitingCount++
    const drop = () => this.#drop(state, request, refuse('abandoned'))
    signal?.addEventListener('abort', drop, { once: true })
    const timer =
      maxWaitingMilliseconds &&
      setTimeout(() => this.#drop(state, request, refuse('busy')), maxWaitingMilliseconds)
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', drop)
      clearTimeout(timer)
    }
  }

  /** Runs `callback` with a slot. @throws what `enter` and `callback` throw */
  async run<T>(group: Group, callback: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(group, signal)
    try {
      return await callback()
    } finally {
      this.leave(group)
    }
  }

  /**
   * Releases a slot. Starts every waiting request that may start then: it is two when the group becomes known, because
   * its other slots no longer count as those of unknown groups.
   * @param isWithinLimits whether the request kept to the limits, if that can be said
   */
  leave(group: Group, isWithinLimits?: boolean): void {
    if (isWithinLimits && this.#limits.keptSlots) this.#known.add(group)
    else if (isWithinLimits === false) this.#known.delete(group)
    const state = this.#getState(group)
    this.#count(state)
    state.running--
    this.#usedSlots--
    this.#forgetIdleGroups()
    while (this.#waitingCount > 0 && this.#startNext());
  }

  /** @returns whether a waiting request could start */
  #startNext(): boolean {
    let next: GroupState | null = null
    for (const [group, state] of this.#groups) {
      if (state.waiting.length === 0 || !this.#mayStart(group, state)) continue
      this.#count(state)
      if (!next || computeClaim(state) < computeClaim(next)) next = state
    }
    if (!next) return false
    this.#waitingCount--
    this.#start(next)
    next.waiting.shift()!.start()
    return true
  }

  /** @throws the error of `busy` when the queue is full, and no group would still have more waiting requests */
  #makeRoomFor(state: GroupState): void {
    const { maxWaiting, maxWaitingOfGroup, refuse } = this.#limits
    if (state.waiting.length >= maxWaitingOfGroup) throw refuse('busy')
    if (this.#waitingCount < maxWaiting) return
    let longest = state
    for (const other of this.#groups.values())
      if (other.waiting.length > longest.waiting.length) longest = other
    if (longest.waiting.length <= state.waiting.length + 1) throw refuse('busy')
    this.#drop(longest, longest.waiting.at(-1)!, refuse('busy'))
  }

  #drop(state: GroupState, request: WaitingRequest, error: Error): void {
    const index = state.waiting.indexOf(request)
    if (index < 0) return
    state.waiting.splice(index, 1)
    this.#waitingCount--
    request.reject(error)
  }

  #mayStart(group: Group, { running }: GroupState): boolean {
    const { slots, slotsOfGroup = slots, keptSlots = 0 } = this.#limits
    let free = slots - this.#usedSlots
    if (keptSlots > 0 && !this.#known.has(group))
      free = Math.min(free, slots - keptSlots - this.#slotsOfUnknown())
    return running === 0 ? free > 0 : free > 1 && running < slotsOfGroup
  }

  /** Slots in use by groups that are not known to keep to the limits. */
  #slotsOfUnknown(): number {
    let used = 0
    for (const [group, { running }] of this.#groups) if (!this.#known.has(group)) used += running
    return used
  }

  #start(state: GroupState): void {
    this.#count(state)
    this.#usedSlots++
    state.running++
  }

  /** Adds the time since the last call to the time that the group has used. */
  #count(state: GroupState): void {
    const now = performance.now()
    const elapsed = now - state.countedAt
    const remembered = state.usedMilliseconds * 0.5 ** (elapsed / HALF_LIFE_MILLISECONDS)
    state.usedMilliseconds = remembered + state.running * elapsed
    state.countedAt = now
  }

  #getState(group: Group): GroupState {
    const existing = this.#groups.get(group)
    if (existing) return existing
    const state = { waiting: [], running: 0, usedMilliseconds: 0, countedAt: performance.now() }
    this.#groups.set(group, state)
    return state
  }

  #forgetIdleGroups(): void {
    if (performance.now() - this.#forgottenAt < FORGET_EVERY_MILLISECONDS) return
    this.#forgottenAt = performance.now()
    for (const [group, state] of this.#groups) {
      if (state.running > 0 || state.waiting.length > 0) continue
      this.#count(state)
      if (state.usedMilliseconds < FORGOTTEN_MILLISECONDS) this.#groups.delete(group)
    }
  }
}

/** The time that the group has used, with the time that it asks for. */
function computeClaim({ usedMilliseconds, waiting }: GroupState): number {
  return usedMilliseconds + waiting.length * EXPECTED_MILLISECONDS
}
