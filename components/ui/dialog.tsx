'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { ConfirmProps, DialogProps } from '#components/ui/dialog-window.tsx'

// Loaded when a dialog is first opened.
const DialogWindow = dynamic(() =>
  import('#components/ui/dialog-window.tsx').then((module) => module.DialogWindow),
)
const ConfirmWindow = dynamic(() =>
  import('#components/ui/dialog-window.tsx').then((module) => module.ConfirmWindow),
)

/** A dialog; on a phone it opens from the bottom. */
export function Dialog(props: DialogProps) {
  return useWasOpened(props.open) ? <DialogWindow {...props} /> : null
}

/** A confirmation. It stays open while the action runs, so that errors can be shown. */
export function Confirm(props: ConfirmProps) {
  return useWasOpened(props.open) ? <ConfirmWindow {...props} /> : null
}

/** Whether the dialog is or was open: a closed one stays, to return the focus. */
function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened
}
