import { withChange } from '#components/zones/model/zone-logic.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'

/** The zones, with the steps to undo and redo. */
interface History {
  zones: DraftZone[]
  past: DraftZone[][]
  future: DraftZone[][]
  /**
   * The run of small steps that the last one belongs to; the steps of a run are undone together. Each changes the same
   * members, and takes the place of the one before.
   */
  run: string | null
}

/** New values of some members of a zone. */
export type Change = Partial<DraftZone> & { key: string }

export type Step =
  | { type: 'add'; zones: DraftZone[] }
  | { type: 'change'; changes: Change[]; run?: string | undefined }
  | { type: 'remove'; keys: ReadonlySet<string> }
  | { type: 'replace'; zones: DraftZone[] }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'endRun' }

const MAX_UNDO_STEPS = 100

export function newHistory(zones: DraftZone[]): History {
  return { zones, past: [], future: [], run: null }
}

const continuesRun = (history: History, run: string | null) => run !== null && run === history.run

function advance(history: History, zones: DraftZone[], run: string | null): History {
  return {
    zones,
    past: continuesRun(history, run)
      ? history.past
      : [...history.past.slice(1 - MAX_UNDO_STEPS), history.zones],
    future: [],
    run,
  }
}

export function applyStep(history: History, action: Step): History {
  switch (action.type) {
    case 'add':
      return advance(history, [...history.zones, ...action.zones], null)
    case 'change': {
      const keys = action.changes.map(({ key }) => key).join(' ')
      const run = action.run ? `${action.run} ${keys}` : null
      // While a label is typed it may be empty, or that of another field: references follow it from the label before.
      const start = continuesRun(history, run) ? history.past.at(-1)! : history.zones
      const changedZones = action.changes.reduce(
        (zones, { key, ...change }) => withChange(zones, key, change),
        start,
      )
      return advance(history, changedZones, run)
    }
    case 'remove':
      return advance(
        history,
        history.zones.filter((zone) => !action.keys.has(zone.key)),
        null,
      )
    // Undo must not take back what somebody else has changed.
    case 'replace':
      return newHistory(action.zones)
    case 'endRun':
      return { ...history, run: null }
    case 'undo': {
      const before = history.past.at(-1)
      if (!before) return history
      return {
        zones: before,
        past: history.past.slice(0, -1),
        future: [history.zones, ...history.future],
        run: null,
      }
    }
    case 'redo': {
      const after = history.future[0]
      if (!after) return history
      return {
        zones: after,
        past: [...history.past, history.zones],
        future: history.future.slice(1),
        run: null,
      }
    }
  }
}
