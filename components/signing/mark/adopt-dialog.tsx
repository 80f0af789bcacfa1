import { useDialogCode } from '#components/ui/lazy/dialog.tsx'
import type { AdoptProps } from './adopt-window.tsx'

const loadWindow = () => import('./adopt-window.tsx')

/** The dialog to create a signature or initials, whose code is loaded when it first opens. */
export function AdoptDialog(props: AdoptProps) {
  const code = useDialogCode(loadWindow, { open: props.kind !== null, onOpenChange: props.onClose })
  return code ? <code.AdoptWindow {...props} /> : null
}
