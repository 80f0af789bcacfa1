import { ApiError } from '#components/api/client.ts'
import type { SavedDraft } from '#lib/signing/draft/schema'
import type { Signing } from '../shapes.ts'
import type { DraftBody } from './calls.ts'
import {
  addMarks,
  fromDraft,
  isWithoutPictures,
  mergeInput,
  toDraft,
  withEarlierValues,
  withoutValues,
} from './draft.ts'
import { emptyInput, type SignerInput } from './steps.ts'

/**
 * `offline`: the last attempt did not reach the service, and is repeated. `refused`: the service did not take the input, or
 * some of its values.
 */
type DraftStatus = 'empty' | 'unsaved' | 'saved' | 'offline' | 'refused'
/** What another device did: its input is shown now, or it was saved over while this one was at work. */
export type DraftNotice = 'updated' | 'overlapped' | null

export interface DraftState {
  input: SignerInput
  status: DraftStatus
  notice: DraftNotice
}

/** The input of a tab with the draft that it was last saved as. */
export interface KeptInput {
  input: SignerInput
  /** What was saved of it; null for all. */
  saved: SignerInput | null
  savedAt: string | null
}

interface Connections {
  /** Sends a draft; `isLeaving`: the browser sends it while the page closes. */
  save(body: DraftBody, isLeaving: boolean): Promise<SavedDraft>
  /** Whether a draft was saved by this browser: the page before a reload may have saved it after this page was read. */
  isThisDevice(device: string | null): boolean
  /** Keeps the input in this tab, for a reload. */
  keep(kept: KeptInput): void
  onState(state: DraftState): void
  /** The service refused the draft: the page shows an earlier state. */
  onOutdated(): void
}

const SAVE_AFTER_MILLISECONDS = 1500
const RETRY_AFTER_MILLISECONDS = 3000

/** Statuses after which the same draft is sent again: no response, too many requests, the service is away. */
const isTemporary = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** The service takes no such input, or not as much. */
const isInvalid = (error: unknown) => error instanceof ApiError && [400, 413].includes(error.status)

const hasChanges = ({ changed, signature, initials }: DraftBody) =>
  changed?.length !== 0 || signature !== undefined || initials !== undefined

/** The values of a draft that the service names as invalid. */
function listRefused(error: unknown, { values }: DraftBody): DraftBody['values'] {
  if (!(error instanceof ApiError)) return []
  const keys = Object.keys(error.fields).map((name) => name.split('.'))
  return keys.flatMap(([list, index]) => (list === 'values' ? (values[Number(index)] ?? []) : []))
}

/** Saves the input of a signing page while the signer works, and takes over what another device has saved. */
export function makeDraftSaver({ save, isThisDevice, keep, onState, onOutdated }: Connections) {
  let signing: Signing | null = null
  let state: DraftState = { input: emptyInput, status: 'empty', notice: null }
  /** The input as it was last saved or loaded, and when. */
  let saved = emptyInput
  let savedAt: string | null = null
  /**
   * The last value of each field that the service has refused: it does not stop the saving of all others. The page makes
   * no signature or initials that the service refuses.
   */
  const refused = new Map<number, DraftBody['values'][number]['value']>()
  /** The last draft was merged with values that were not read here yet. */
  let isBehind = false
  let isSaving = false
  /** The page was loaded with a draft whose pictures come later. */
  let awaitsPictures = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function update(change: Partial<DraftState>) {
    if (isClosed) return
    state = { ...state, ...change }
    keep({
      input: state.input,
      saved: state.input === saved ? null : saved,
      savedAt: isBehind ? null : savedAt,
    })
    onState(state)
  }

  function schedule(milliseconds: number) {
    timer ??= setTimeout(() => void send(false), milliseconds)
  }

  function cancel() {
    clearTimeout(timer)
    timer = undefined
  }

  async function send(isLeaving: boolean): Promise<void> {
    cancel()
    const { input } = state
    if (isClosed || !signing || input === saved) return
    // The response tells what is left to save.
    if (isSaving && !isLeaving) return
    const whole = toDraft(signing, input, saved)
    const left = whole.values.filter(({ field_id, value }) => refused.get(field_id) === value)
    const leftIds = new Set(left.map(({ field_id }) => field_id))
    const body = withoutValues(whole, leftIds)
    if (left.length > 0 && !hasChanges(body)) return update({ status: 'refused' })
    isSaving = true
    try {
      const response = await save(body, isLeaving)
      // Also after a save of this device: its response may be lost, or it was made in a copy of the tab.
      const hasUnread = response.previous_saved_at !== savedAt
      isBehind ||= hasUnread
      saved = left.length > 0 ? withEarlierValues(input, saved, leftIds) : input
      savedAt = response.saved_at
      const isCurrent = state.input === input
      const status = left.length > 0 ? 'refused' : isCurrent ? 'saved' : 'unsaved'
      const isOverlapped = hasUnread && !isThisDevice(response.previous_device)
      update({ status, ...(isOverlapped && { notice: 'overlapped' }) })
      if (isBehind) onOutdated()
      if (!isCurrent) schedule(SAVE_AFTER_MILLISECONDS)
    } catch (error) {
      const newlyRefused = listRefused(error, body)
      for (const { field_id, value } of newlyRefused) refused.set(field_id, value)
      if (newlyRefused.length > 0) schedule(0)
      if (isTemporary(error)) {
        const isUnreachable = !(error instanceof ApiError) || error.status !== 429
        if (isUnreachable) update({ status: 'offline' })
        schedule(RETRY_AFTER_MILLISECONDS)
      } else {
        if (isInvalid(error)) update({ status: 'refused' })
        onOutdated()
      }
    } finally {
      isSaving = false
    }
  }

  function takePictures(draft: NonNullable<Signing['draft']>, loaded: Signing) {
    const wasAwaited = awaitsPictures
    awaitsPictures = isWithoutPictures(draft)
    if (!wasAwaited || awaitsPictures) return
    const isUnsaved = state.input !== saved
    const marks = fromDraft(draft, loaded)
    saved = addMarks(saved, marks)
    update({ input: isUnsaved ? addMarks(state.input, marks) : saved })
  }

  return {
    /** The state of the page was loaded; at first with the input that this tab has kept. */
    load(loaded: Signing, kept: KeptInput | null) {
      const isFirst = signing === null
      signing = loaded
      const { draft } = loaded
      if (isFirst && kept) {
        // Without a draft at the service, which may have deleted it, nothing is saved.
        savedAt = draft ? kept.savedAt : null
        saved = draft ? (kept.saved ?? kept.input) : emptyInput
        state = { ...state, input: kept.input }
      }
      const isNewer =
        draft !== null &&
        (savedAt === null || draft.saved_at > savedAt || (isBehind && draft.saved_at === savedAt))
      if (isNewer && !isSaving) {
        isBehind = false
        const isUnsaved = state.input !== saved
        const base = saved
        saved = fromDraft(draft, loaded)
        savedAt = draft.saved_at
        const input = isUnsaved ? mergeInput(state.input, saved, base) : saved
        const isNews = (!isFirst || kept !== null) && !isThisDevice(draft.device)
        update({ input, status: isUnsaved ? 'unsaved' : 'saved', ...(isNews && { notice: 'updated' }) })
      } else if (isFirst) update({ status: state.input === emptyInput ? 'empty' : 'unsaved' })
      if (draft !== null) takePictures(draft, loaded)
      if (state.input === saved && state.input !== emptyInput) update({ status: 'saved' })
      if (state.input !== saved) schedule(SAVE_AFTER_MILLISECONDS)
    },
    change(next: (before: SignerInput) => SignerInput) {
      const input = next(state.input)
      if (input === state.input) return
      const isNotSaved = state.status === 'offline' || state.status === 'refused'
      update({ input, status: isNotSaved ? state.status : 'unsaved' })
      schedule(SAVE_AFTER_MILLISECONDS)
    },
    /** Saves at once: the page may be closed, or the network is back. */
    flush: (isLeaving: boolean) => send(isLeaving),
    /** Loads the state of the page again. */
    refresh: onOutdated,
    closeNotice: () => update({ notice: null }),
    stop: cancel,
    /** The signer has left: nothing is kept or saved from now on. */
    close() {
      cancel()
      isClosed = true
    },
  }
}
