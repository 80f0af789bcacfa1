import { ApiError } from '#components/api/client.ts'
import type { EditorDocument } from '#components/zones/model/editor-state.ts'
import {
  type Conflict,
  formatContent,
  idsOnceStored,
  mergeZones,
  type StoredZones,
  type Version,
} from '#components/zones/model/merge.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'
import { forgetUnsaved, keepUnsaved, readUnsaved } from '#components/zones/saving/unsaved-zones.ts'

const DEBOUNCE_MILLISECONDS = 900
const RETRY_MS = [2000, 5000, 15_000, 30_000]

/** Where the fields of one editor are stored. */
export interface ZoneStorage {
  /** @param purpose to show changes from elsewhere, or because they kept this editor from saving its own */
  read(purpose: 'show' | 'save'): Promise<StoredZones>
  /** Reads which zones cannot be stored any more: their document or signer was removed elsewhere. */
  readIsRemoved(): Promise<(zone: DraftZone) => boolean>
  /** Who changed the stored fields last; null if that is unknown. */
  readEditor(): Promise<string | null>
  /** @returns the stored fields. @throws ApiError 412 when they no longer have the version `etag` */
  save(edited: Version, etag: string | null): Promise<StoredZones>
}

export type SaveState =
  | { status: 'saved' | 'waiting' | 'saving' }
  | { status: 'failed'; error: unknown }
  /** Some fields were changed both here and elsewhere, by `editor` if that is known. */
  | { status: 'conflict'; stored: StoredZones; conflicts: Conflict[]; editor: string | null }

/**
 * Saves the fields of one editor, one request at a time: debounced, immediately on leaving, and again after a failure.
 * Unsaved fields are kept in the browser, and saved when the editor is opened again.
 */
export class ZoneSaver {
  zones: DraftZone[]
  storage: ZoneStorage
  state: SaveState = { status: 'saved' }
  /** How often changes from elsewhere were merged into those of the editor. */
  merges = 0
  /** Called when changes from elsewhere were merged into the zones of the editor. */
  onMerged: (zones: DraftZone[], editor: string | null) => void = () => {}
  readonly #id: string
  readonly #owner: string | null
  #stored: DraftZone[]
  /** The stored fields that the changes of this editor start from. */
  #base: StoredZones
  /** The ids of the zones of this editor. */
  #ids: Version['ids']
  /** The zones of a request without an answer. It is repeated, until it is known whether they are stored. */
  #unanswered: Version | null = null
  #isInBrowser = false
  #isForgotten = false
  #running: Promise<boolean> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  readonly #listeners = new Set<() => void>()

  /** @param owner the user and the mode: only for them unsaved fields are kept; null if they are unknown */
  constructor(id: string, owner: string | null, stored: StoredZones, storage: ZoneStorage) {
    this.#id = id
    this.#owner = owner
    this.storage = storage
    this.zones = stored.zones
    this.#stored = stored.zones
    this.#base = stored
    this.#ids = stored.ids
    this.#restore(stored)
  }

  /** The version of the stored fields that this editor shows. */
  get etag(): string | null {
    return this.#base.etag
  }

  get isStored(): boolean {
    return this.zones === this.#stored
  }

  /** Whether a retry may succeed: the server did not reject the fields, and they were not changed elsewhere. */
  get mayStillSucceed(): boolean {
    if (this.state.status === 'failed') return isTransient(this.state.error)
    return this.state.status !== 'conflict'
  }

  /**
   * The zones without those that are not stored and have no page: their document was removed after they were kept in the
   * browser. A stored zone may be on a document that was added elsewhere, and left out it would be deleted.
   */
  zonesOn(documents: EditorDocument[]): DraftZone[] {
    const stays = ({ key, documentId, page }: DraftZone) =>
      this.#ids[key] !== undefined ||
      documents.some(({ id, pages }) => id === documentId && pages.some(({ number }) => number === page))
    return this.zones.every(stays) ? this.zones : this.zones.filter(stays)
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
    this.storage.save(this.#edited(), this.etag).catch(() => {})
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

  /**
   * Reads the stored fields again.
   * @returns them if they were changed elsewhere and this editor has no unsaved changes
   */
  async refresh(): Promise<DraftZone[] | null> {
    const before = this.zones
    if (!this.isStored || this.#running) return null
    const stored = await this.storage.read('show').catch(() => null)
    if (!stored || this.zones !== before || this.#running) return null
    if (stored.etag === this.etag) return null
    this.#merge(stored, 'theirs')
    return formatContent(this.zones) === formatContent(before) ? null : this.zones
  }

  /** Ends a conflict: of the fields that both sides changed, the version of `winner` stays. @returns all fields */
  resolve(winner: 'mine' | 'theirs'): DraftZone[] {
    if (this.state.status !== 'conflict') return this.zones
    this.#merge(this.state.stored, winner)
    this.#setState({ status: this.isStored ? 'saved' : 'waiting' })
    void this.flush()
    return this.zones
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #saveAll(): Promise<boolean> {
    try {
      while (!this.isStored) {
        this.#setState({ status: 'saving' })
        if ((await this.#save()) === 'conflict') return false
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

  /** Sends one request: one without an answer again, else the zones of the editor. */
  async #save(): Promise<'stored' | 'merged' | 'conflict'> {
    const sent = this.#unanswered ?? this.#edited()
    this.#unanswered = sent
    try {
      return this.#confirm(sent, await this.storage.save(sent, this.etag))
    } catch (error) {
      return this.#catchUp(sent, error)
    }
  }

  /** Takes over what was changed elsewhere, if `error` is due to that. @throws `error` otherwise */
  async #catchUp(sent: Version, error: unknown): Promise<'stored' | 'merged' | 'conflict'> {
    const isOutdated = error instanceof ApiError && error.isOutdated
    const isInvalid = error instanceof ApiError && error.status === 400
    // A refused request is not repeated.
    if (!isOutdated && !isTransient(error)) this.#unanswered = null
    if (!isOutdated && !isInvalid) throw error
    const isRemoved = await this.storage.readIsRemoved().catch((failure) => {
      throw isInvalid ? error : failure
    })
    if (isInvalid && !sent.zones.some(isRemoved)) throw error
    const stored = await this.storage.read('save')
    this.#unanswered = null
    const own = [sent, this.#edited()].find(
      ({ zones }) => formatContent(zones) === formatContent(stored.zones),
    )
    if (own) return this.#confirm(own, stored)
    // They are left out, also if they were changed here.
    this.zones = this.zones.filter((zone) => !isRemoved(zone))
    return this.#takeOver(stored)
  }

  /** The zones that were sent are stored. */
  #confirm(sent: Version, stored: StoredZones): 'stored' {
    this.#unanswered = null
    this.#stored = sent.zones
    this.#base = stored
    this.#ids = idsOnceStored(sent, stored)
    return 'stored'
  }

  /** Merges changes from elsewhere, or reports that the user must choose. */
  async #takeOver(stored: StoredZones): Promise<'merged' | 'conflict'> {
    const editor = await this.storage.readEditor().catch(() => null)
    const { conflicts } = mergeZones(this.#base, this.#edited(), stored, 'theirs')
    if (conflicts.length > 0) {
      this.#keepInBrowser()
      this.#setState({ status: 'conflict', stored, conflicts, editor })
      return 'conflict'
    }
    this.#merge(stored, 'theirs')
    this.merges += 1
    this.onMerged(this.zones, editor)
    return 'merged'
  }

  #merge(stored: StoredZones, winner: 'mine' | 'theirs'): void {
    const { zones, ids } = mergeZones(this.#base, this.#edited(), stored, winner)
    this.zones = zones
    this.#ids = ids
    this.#base = stored
    this.#stored = formatContent(zones) === formatContent(stored.zones) ? zones : stored.zones
    if (this.isStored) this.#markSaved()
  }

  #edited(): Version {
    return { zones: this.zones, ids: this.#ids }
  }

  /** Continues with unsaved fields of an earlier visit. */
  #restore(stored: StoredZones): void {
    const unsaved = readUnsaved(this.#id, this.#owner)
    if (!unsaved) return
    this.#isInBrowser = true
    if (formatContent(unsaved.zones) === formatContent(stored.zones)) {
      this.#markSaved()
      return
    }
    this.zones = unsaved.zones
    this.#ids = unsaved.ids
    this.#base = unsaved.base
    this.#unanswered = unsaved.unanswered
    this.state = { status: 'waiting' }
  }

  #markSaved(): void {
    if (this.#isInBrowser) forgetUnsaved(this.#id)
    this.#isInBrowser = false
    this.#setState({ status: 'saved' })
  }

  #keepInBrowser(): void {
    if (this.#isForgotten || this.#owner === null) return
    this.#isInBrowser = true
    const from = { owner: this.#owner, base: this.#base, unanswered: this.#unanswered }
    keepUnsaved(this.#id, { ...from, ...this.#edited() })
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
