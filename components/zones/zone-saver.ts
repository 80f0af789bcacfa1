import { ApiError } from '#components/api/client.ts'
import { forgetUnsaved, keepUnsaved, readUnsaved } from '#components/zones/unsaved-zones.ts'
import { type DraftZone, zoneToInput } from '#components/zones/zone-model.ts'

const DEBOUNCE_MILLISECONDS = 900
/** How many unanswered requests are remembered by their content. */
const MAX_REMEMBERED = 5
/** How often a save is tried while the stored version is a newer one of this editor's own. */
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

/** The content of fields for comparison: keys differ between the editor and the service. */
const contentOf = (zones: DraftZone[]) => JSON.stringify(zones.map(zoneToInput))

/**
 * Saves the fields of one editor, one request at a time: debounced, immediately on leaving, and again after a failure.
 * Unsaved fields are kept in the browser, and saved when the editor is opened again.
 */
export class ZoneSaver {
  zones: DraftZone[]
  storage: ZoneStorage
  state: SaveState = { status: 'saved' }
  readonly #id: string
  readonly #owner: string | null
  #stored: DraftZone[]
  #etag: string | null
  /** Contents that the service may hold from this editor. */
  #known: string[]
  #isInBrowser = false
  #isForgotten = false
  #running: Promise<boolean> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  readonly #listeners = new Set<() => void>()

  /** @param owner the user and the mode: only for them unsaved fields are kept; null if they are unknown */
  constructor(id: string, owner: string | null, { zones, etag }: StoredZones, storage: ZoneStorage) {
    this.#id = id
    this.#owner = owner
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
    this.#isForgotten = false
    if (this.#isInBrowser) this.#keepInBrowser()
    if (this.#running || this.state.status === 'conflict') return
    this.#setState({ status: this.isStored ? 'saved' : 'waiting' })
    this.#saveIn(DEBOUNCE_MILLISECONDS)
  }

  /** Saves pending changes. @returns whether all are saved */
  flush = (): Promise<boolean> => {
    clearTimeout(this.#timer)
    if (this.state.status === 'conflict') return Promise.resolve(false)
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Saves immediately, even during another request, as the page may be closing. */
  leavePage = (): void => {
    if (this.isStored) return
    this.#keepInBrowser()
    if (!this.#running) return void this.flush()
    this.#remember(this.zones)
    this.storage.save(this.zones, this.#etag).catch(() => {})
  }

  /** Keeps nothing in the browser until the next change, as the user has signed out. */
  forget(): void {
    this.#isForgotten = true
    this.#isInBrowser = false
  }

  /** Retries when the network is back. */
  reconnect = (): void => {
    if (this.state.status === 'failed' && this.mayStillSucceed) void this.flush()
  }

  /** Reads the stored fields again. @returns them if they were changed elsewhere and this editor has no unsaved changes */
  async refresh(): Promise<DraftZone[] | null> {
    const before = this.zones
    if (!this.isStored || this.#running) return null
    const stored = await this.storage.read().catch(() => null)
    if (!stored || this.zones !== before || this.#running) return null
    if (!this.#isOwn(stored)) return this.#adopt(stored)
    this.#etag = stored.etag
    return null
  }

  /** Ends a conflict: the editor gets the stored fields. @returns them */
  takeStored(): DraftZone[] {
    return this.state.status === 'conflict' ? this.#adopt(this.state.stored) : this.zones
  }

  /** Ends a conflict: the fields of this editor replace the stored ones. */
  keepMine(): Promise<boolean> {
    if (this.state.status === 'conflict') {
      this.#etag = this.state.stored.etag
      this.#known = [contentOf(this.state.stored.zones)]
      this.#setState({ status: 'waiting' })
    }
    return this.flush()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #saveAll(): Promise<boolean> {
    try {
      while (!this.isStored) {
        const batch = this.zones
        this.#setState({ status: 'saving' })
        if (!(await this.#save(batch))) return false
        this.#stored = batch
        this.#known = [contentOf(batch)]
      }
    } catch (error) {
      this.#keepInBrowser()
      this.#setState({ status: 'failed', error })
      if (this.mayStillSucceed) this.#saveIn(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)]!)
      return false
    }
    this.#failures = 0
    this.#markSaved()
    return true
  }

  /** @returns false when the stored fields were changed elsewhere */
  async #save(batch: DraftZone[]): Promise<boolean> {
    this.#remember(batch)
    for (let attempt = 1; ; attempt++) {
      try {
        this.#etag = await this.storage.save(batch, this.#etag)
        return true
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412 || attempt === MAX_SAVES) throw error
      }
      const stored = await this.storage.read()
      if (!this.#isOwn(stored)) {
        this.#keepInBrowser()
        this.#setState({ status: 'conflict', stored })
        return false
      }
      // The service has saved a request of this editor whose response was lost.
      this.#etag = stored.etag
    }
  }

  /** Remembers that the service may hold these fields from now on. */
  #remember(zones: DraftZone[]): void {
    const [saved = '', ...attempts] = this.#known
    this.#known = [saved, ...attempts.slice(1 - MAX_REMEMBERED), contentOf(zones)]
  }

  #isOwn(storedZones: StoredZones): boolean {
    return this.#known.includes(contentOf(storedZones.zones))
  }

  /** Continues with unsaved fields of an earlier visit. */
  #restore(storedZones: StoredZones): void {
    const unsaved = readUnsaved(this.#id, this.#owner)
    if (!unsaved) return
    this.#isInBrowser = true
    if (contentOf(unsaved.zones) === contentOf(storedZones.zones)) {
      this.#markSaved()
      return
    }
    this.zones = unsaved.zones
    this.#known = unsaved.known
    this.state = this.#isOwn(storedZones)
      ? { status: 'waiting' }
      : { status: 'conflict', stored: storedZones }
  }

  #adopt({ zones, etag }: StoredZones): DraftZone[] {
    this.zones = zones
    this.#stored = zones
    this.#etag = etag
    this.#known = [contentOf(zones)]
    this.#markSaved()
    return zones
  }

  #markSaved(): void {
    if (this.#isInBrowser) forgetUnsaved(this.#id)
    this.#isInBrowser = false
    this.#setState({ status: 'saved' })
  }

  #keepInBrowser(): void {
    if (this.#isForgotten || this.#owner === null) return
    this.#isInBrowser = true
    keepUnsaved(this.#id, { owner: this.#owner, zones: this.zones, known: this.#known })
  }

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.isStored) this.#timer = setTimeout(this.flush, milliseconds)
  }

  #setState(state: SaveState): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }
}

/** A network error, too many requests, or a failure of the service. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || error.status === 429 || error.status >= 500
}
