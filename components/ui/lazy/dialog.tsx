'use client'

import { useTranslations } from 'use-intl'
import type { ConfirmProps, DialogProps } from '#components/ui/lazy/dialog-window.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useLoaded } from '#components/ui/lazy/use-loaded.ts'

const loadWindows = () => import('#components/ui/lazy/dialog-window.tsx')

/** A dialog; on a phone it opens from the bottom. */
export function Dialog(props: DialogProps) {
  const windows = useDialogCode(loadWindows, props)
  return windows ? <windows.DialogWindow {...props} /> : null
}

/** A confirmation. It stays open while the action runs, so that errors can be shown. */
export function Confirm(props: ConfirmProps) {
  const windows = useDialogCode(loadWindows, props)
  return windows ? <windows.ConfirmWindow {...props} /> : null
}

interface OpenState {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * The code of a dialog, loaded when it first opens; null until then. If that fails, a message is shown and it is closed.
 * A closed dialog stays, to return the focus.
 */
export function useDialogCode<T>(load: () => Promise<T>, { open, onOpenChange }: OpenState): T | null {
  const t = useTranslations('api.errors')
  const showToast = useToast()
  return useLoaded(open, load, () => {
    onOpenChange(false)
    showToast(t('unreachable'), 'danger')
  })
}
