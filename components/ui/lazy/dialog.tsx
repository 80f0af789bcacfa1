'use client'

import { useTranslations } from 'use-intl'
import type { ConfirmProps, DialogProps } from '#components/ui/lazy/dialog-window.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useLoaded } from '#components/ui/lazy/use-loaded.ts'

const loadWindows = () => import('#components/ui/lazy/dialog-window.tsx')

/** A dialog; on a phone it opens from the bottom. */
export function Dialog(props: DialogProps) {
  const windows = useWindows(props)
  return windows ? <windows.DialogWindow {...props} /> : null
}

/** A confirmation. It stays open while the action runs, so that errors can be shown. */
export function Confirm(props: ConfirmProps) {
  const windows = useWindows(props)
  return windows ? <windows.ConfirmWindow {...props} /> : null
}

/** The code of dialogs, loaded when the first one opens. A closed dialog stays, to return the focus. */
function useWindows({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations('api.errors')
  const showToast = useToast()
  return useLoaded(open, loadWindows, () => {
    onOpenChange(false)
    showToast(t('unreachable'), 'danger')
  })
}
