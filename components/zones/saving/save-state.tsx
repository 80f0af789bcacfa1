'use client'

import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import type { Messages } from '#components/i18n/messages.ts'
import { cx } from '#components/ui/cx.ts'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { getLabel } from '#components/zones/model/zone-model.ts'
import type { SaveState } from '#components/zones/saving/zone-saver.ts'

/** Whether the fields are saved, below the name of the process. */
export function SaveStateText({ state, mayStillSucceed }: { state: SaveState; mayStillSucceed: boolean }) {
  const t = useTranslations('zones.save')
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
  const text = t(getTextKey(state, mayStillSucceed, isOnline))
  const isError = (state.status === 'failed' && !mayStillSucceed) || state.status === 'conflict'
  return (
    <p
      role="status"
      title={text}
      className={cx(
        'text-xs leading-tight',
        state.status === 'failed' ? 'line-clamp-2' : 'truncate',
        isError ? 'text-danger' : state.status === 'failed' ? 'text-warn' : 'text-ink-soft',
      )}
    >
      {text}
    </p>
  )
}

function getTextKey(
  state: SaveState,
  mayStillSucceed: boolean,
  isOnline: boolean,
): keyof Messages['zones']['save'] {
  if (state.status === 'saved') return 'saved'
  if (state.status === 'conflict') return 'conflict'
  if (state.status === 'failed' && !mayStillSucceed) return 'failed'
  const isUnreachable =
    state.status === 'failed' && state.error instanceof ApiError && state.error.status === 0
  if (!isOnline || isUnreachable) return 'offline'
  return state.status === 'failed' ? 'retrying' : 'saving'
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
  onResolve: (winner: 'mine' | 'theirs') => void
}

/** Asks which version of the fields to keep that both this editor and another one have changed. */
export function ConflictDialog({ state, onResolve }: ConflictDialogProps) {
  const t = useTranslations('zones')
  const { conflicts = [], editor = null } = state.status === 'conflict' ? state : {}
  const names = conflicts.map(({ mine, theirs }) => {
    const zone = theirs ?? mine!
    const place = t('checks.place', { label: getLabel(zone, t), page: zone.page })
    return theirs ? place : t('conflict.removed', { place })
  })
  return (
    <Confirm
      open={state.status === 'conflict'}
      onOpenChange={() => {}}
      onCancel={() => onResolve('mine')}
      title={editor ? t('conflict.titleBy', { name: editor }) : t('conflict.title')}
      description={t('conflict.text', { count: names.length, names: names.join(', ') })}
      confirmLabel={t('conflict.takeTheirs')}
      cancelLabel={t('conflict.keepMine')}
      onConfirm={() => onResolve('theirs')}
    />
  )
}
