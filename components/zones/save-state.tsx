'use client'

import { useSyncExternalStore } from 'react'
import { ApiError } from '#components/api/client.ts'
import { cx } from '#components/ui/cx.ts'
import { Confirm } from '#components/ui/dialog.tsx'
import type { SaveState } from '#components/zones/zone-saver.ts'

/** Whether the fields are saved, below the name of the process. */
export function SaveStateText({ state, mayStillSucceed }: { state: SaveState; mayStillSucceed: boolean }) {
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
  const text = textOf(state, mayStillSucceed, isOnline)
  const isBad = (state.word === 'failed' && !mayStillSucceed) || state.word === 'conflict'
  return (
    <p
      role="status"
      title={text}
      className={cx(
        'text-xs leading-tight',
        state.word === 'failed' ? 'line-clamp-2' : 'truncate',
        isBad ? 'text-danger' : state.word === 'failed' ? 'text-warn' : 'text-ink-soft',
      )}
    >
      {text}
    </p>
  )
}

function textOf(state: SaveState, mayStillSucceed: boolean, isOnline: boolean): string {
  if (state.word === 'saved') return 'Saved'
  if (state.word === 'conflict') return 'Not saved: changed elsewhere'
  if (state.word === 'failed' && !mayStillSucceed) return 'Not saved'
  const isUnreachable = state.word === 'failed' && state.error instanceof ApiError && state.error.status === 0
  if (!isOnline || isUnreachable) return 'Offline: your changes are kept and will be saved'
  return state.word === 'failed' ? 'Not saved yet: your changes are kept and will be saved' : 'Saving…'
}

function subscribeToNetwork(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

interface ConflictDialogProps {
  state: SaveState
  onUseStored: () => void
  onKeepMine: () => void
}

/** Asks which fields to keep when another tab or person has changed them too. */
export function ConflictDialog({ state, onUseStored, onKeepMine }: ConflictDialogProps) {
  const count = state.word === 'conflict' ? state.stored.zones.length : 0
  return (
    <Confirm
      open={state.word === 'conflict'}
      onOpenChange={() => {}}
      onCancel={onUseStored}
      title="Changed in another tab"
      description={`The fields were changed in another tab, or by someone else, while you changed them here. Their version has ${count === 1 ? '1 field' : `${count} fields`}. Reload shows it instead of yours, which you can bring back with Undo. Keep mine replaces it.`}
      confirmLabel="Keep mine"
      cancelLabel="Reload"
      onConfirm={onKeepMine}
    />
  )
}
