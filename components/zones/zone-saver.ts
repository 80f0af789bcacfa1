import { ApiError } from '#components/api/client.ts'
import type { DraftZone } from '#components/zones/zone-model.ts'

const DEBOUNCE_MILLISECONDS = 900
const RETRY_MS = [2000, 5000, 15_000, 30_000]

export type SaveState = { word: 'saved' | 'waiting' | 'saving' } | { word: 'failed'; error: unknown }
export type SaveZones = (zones: DraftZone[]) => Promise<unknown>

/**
 * Saves the fields of one editor, one request at a time: debounced, immediately on leaving, and again after a failure.
 */
export class ZoneSaver {
  zones: DraftZone[]
  save: SaveZones
  state: SaveState = { word: 'saved' }
  #stored: DraftZone[]
  #running: Promise<boolean> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  readonly #listeners = new Set<() => void>()

  constructor(stored: DraftZone[], save: SaveZones) {
    this.zones = stored
    this.#stored = stored
    this.save = save
  }

  get isStored(): boolean {
    return this.zones === this.#stored
  }

  /** Whether a retry may succeed: the server did not reject the fields. */
  get mayStillSucceed(): boolean {
    return this.state.word !== 'failed' || isTransient(this.state.error)
  }

  change(zones: DraftZone[]): void {
    if (zones === this.zones) return
    this.zones = zones
    this.#failures = 0
    if (this.#running) return
    this.#show({ word: this.isStored ? 'saved' : 'waiting' })
    this.#storeIn(DEBOUNCE_MILLISECONDS)
  }

  /** Saves pending changes. @returns whether all are saved */
  flush = (): Promise<boolean> => {
    clearTimeout(this.#timer)
    this.#running ??= this.#store().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Saves immediately, even during another request, as the page may be closing. */
  leavePage = (): void => {
    if (this.isStored) return
    if (this.#running) this.save(this.zones).catch(() => {})
    else void this.flush()
  }

  /** Retries when the network is back. */
  reconnect = (): void => {
    if (this.state.word === 'failed' && this.mayStillSucceed) void this.flush()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #store(): Promise<boolean> {
    try {
      while (!this.isStored) {
        const batch = this.zones
        this.#show({ word: 'saving' })
        await this.save(batch)
        this.#stored = batch
      }
    } catch (error) {
      this.#show({ word: 'failed', error })
      if (this.mayStillSucceed) this.#storeIn(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)]!)
      return false
    }
    this.#failures = 0
    this.#show({ word: 'saved' })
    return true
  }

  #storeIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.isStored) this.#timer = setTimeout(this.flush, milliseconds)
  }

  #show(state: SaveState): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }
}

/** A network error, too many requests, or a failure of the service. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || error.status === 429 || error.status >= 500
}
