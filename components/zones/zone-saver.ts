import { ApiError } from '#components/api/client.ts'
import { forgetUnsaved, keepUnsaved, readUnsaved } from '#components/zones/unsaved-zones.ts'
import { type DraftZone, zoneToInput } from '#components/zones/zone-model.ts'

const DEBOUNCE_MILLISECONDS = 900
/** The unanswered requests whose content is remembered. */
const MAX_ATTEMPTS = 5
/** How often a change from elsewhere without effect may come between. */
const MAX_SAVES = 3
const RETRY_MS = [2000, 5000, 15_000, 30_000]

/** The fields as the service holds them, and their version. */
export interface StoredZones {
  zones: DraftZone[]
  etag: string | null
}

/** Where the fields of one editor are stored. */
export interface ZoneStorage {
  read(): Promise<StoredZones>
  /** @returns the new version. @throws ApiError 412 when the stored fields no longer have the version `etag` */
  save(zones: DraftZone[], etag: string | null): Promise<string | null>
}

export type SaveState =
  | { status: 'saved' | 'waiting' | 'saving' }
  | { status: 'failed'; error: unknown }
  /** The stored fields were changed elsewhere. */
  | { status: 'conflict'; stored: StoredZones }

/** The content of fields, without what differs between the same fields here and in the service. */
const contentOf = (zones: DraftZone[]) => JSON.stringify(zones.map(zoneToInput))

/**
 * Saves the fields of one editor, one request at a time: debounced, immediately on leaving, and again after a failure.
 * What is not saved is kept in the browser, and saved when the editor is opened again.
 */
export class ZoneSaver {
  zones: DraftZone[]
  storage: ZoneStorage
  state: SaveState = { status: 'saved' }
  readonly #id: string
  #stored: DraftZone[]
  #etag: string | null
  /** Contents that the service may hold from this editor. */
  #known: string[]
  #isKept = false
  #running: Promise<boolean> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  readonly #listeners = new Set<() => void>()

  constructor(id: string, { zones, etag }: StoredZones, storage: ZoneStorage) {
    this.#id = id
    this.storage = storage
    this.zones = zones
    this.#stored = zones
    this.#etag = etag
    this.#known = [contentOf(zones)]
    this.#restore({ zones, etag })
  }

  get isStored(): boolean {
    return this.zones === this.#stored
  }

  /** Whether a retry may succeed: the server did not reject the fields, and they were not changed elsewhere. */
  get mayStillSucceed(): boolean {
    if (this.state.status === 'failed') return isTransient(this.state.error)
    return this.state.status !== 'conflict'
  }

  change(zones: DraftZone[]): void {
    if (zones === this.zones) return
    this.zones = zones
    this.#failures = 0
    if (this.#isKept) this.#keep()
    if (this.#running || this.state.status === 'conflict') return
    this.#show({ status: this.isStored ? 'saved' : 'waiting' })
    this.#storeIn(DEBOUNCE_MILLISECONDS)
  }

  /** Saves pending changes. @returns whether all are saved */
  flush = (): Promise<boolean> => {
    clearTimeout(this.#timer)
    if (this.state.status === 'conflict') return Promise.resolve(false)
    this.#running ??= this.#store().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Saves immediately, even during another request, as the page may be closing. */
  leavePage = (): void => {
    if (this.isStored) return
    this.#keep()
    if (!this.#running) return void this.flush()
    this.#expect(this.zones)
    this.storage.save(this.zones, this.#etag).catch(() => {})
  }

  /** Retries when the network is back. */
  reconnect = (): void => {
    if (this.state.status === 'failed' && this.mayStillSucceed) void this.flush()
  }

  /** Reads the stored fields again. @returns them when they were changed elsewhere and nothing is unsaved here */
  async refresh(): Promise<DraftZone[] | null> {
    const before = this.zones
    if (!this.isStored || this.#running) return null
    const stored = await this.storage.read().catch(() => null)
    if (!stored || this.zones !== before || this.#running) return null
    if (!this.#isOwn(stored)) return this.#take(stored)
    this.#etag = stored.etag
    return null
  }

  /** Ends a conflict with the stored fields. @returns them */
  takeStored(): DraftZone[] {
    return this.state.status === 'conflict' ? this.#take(this.state.stored) : this.zones
  }

  /** Ends a conflict with the fields of this editor, which replace the stored ones. */
  keepMine(): Promise<boolean> {
    if (this.state.status === 'conflict') {
      this.#etag = this.state.stored.etag
      this.#known = [contentOf(this.state.stored.zones)]
      this.#show({ status: 'waiting' })
    }
    return this.flush()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #store(): Promise<boolean> {
    try {
      while (!this.isStored) {
        const batch = this.zones
        this.#show({ status: 'saving' })
        if (!(await this.#save(batch))) return false
        this.#stored = batch
        this.#known = [contentOf(batch)]
      }
    } catch (error) {
      this.#keep()
      this.#show({ status: 'failed', error })
      if (this.mayStillSucceed) this.#storeIn(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)]!)
      return false
    }
    this.#failures = 0
    this.#settle()
    return true
  }

  /** @returns false when the stored fields were changed elsewhere */
  async #save(batch: DraftZone[]): Promise<boolean> {
    this.#expect(batch)
    for (let attempt = 1; ; attempt++) {
      try {
        this.#etag = await this.storage.save(batch, this.#etag)
        return true
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412 || attempt === MAX_SAVES) throw error
      }
      const stored = await this.storage.read()
      if (!this.#isOwn(stored)) {
        this.#keep()
        this.#show({ status: 'conflict', stored })
        return false
      }
      // The service has saved a request of this editor whose response was lost.
      this.#etag = stored.etag
    }
  }

  /** Notes that the service may hold these fields from now on. */
  #expect(zones: DraftZone[]): void {
    const [saved = '', ...attempts] = this.#known
    this.#known = [saved, ...attempts.slice(1 - MAX_ATTEMPTS), contentOf(zones)]
  }

  #isOwn(stored: StoredZones): boolean {
    return this.#known.includes(contentOf(stored.zones))
  }

  /** Continues with the fields that an earlier visit could not save. */
  #restore(stored: StoredZones): void {
    const unsaved = readUnsaved(this.#id)
    if (!unsaved) return
    this.#isKept = true
    if (contentOf(unsaved.zones) === contentOf(stored.zones)) {
      this.#settle()
      return
    }
    this.zones = unsaved.zones
    this.#known = unsaved.known
    this.state = this.#isOwn(stored) ? { status: 'waiting' } : { status: 'conflict', stored }
  }

  #take({ zones, etag }: StoredZones): DraftZone[] {
    this.zones = zones
    this.#stored = zones
    this.#etag = etag
    this.#known = [contentOf(zones)]
    this.#settle()
    return zones
  }

  #settle(): void {
    if (this.#isKept) forgetUnsaved(this.#id)
    this.#isKept = false
    this.#show({ status: 'saved' })
  }

  #keep(): void {
    this.#isKept = true
    keepUnsaved(this.#id, { zones: this.zones, known: this.#known })
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
