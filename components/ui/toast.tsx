'use client'

import dynamic from 'next/dynamic'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

// Loaded with the first toast.
const ToastList = dynamic(() => import('#components/ui/toast-list.tsx').then((module) => module.ToastList))

export interface Note {
  id: number
  message: ReactNode
  tone: 'plain' | 'danger'
  action?: ToastAction | undefined
}

/** A button in a toast, such as Undo. */
interface ToastAction {
  label: string
  onClick: () => void
}

type ShowToast = (message: ReactNode, tone?: Note['tone'], action?: ToastAction) => void

const ShowToastContext = createContext<ShowToast>(() => {})

/** `const showToast = useToast(); showToast('Saved')`: a short message. Errors must also be shown elsewhere. */
export function useToast() {
  return useContext(ShowToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [notes, setNotes] = useState<Note[]>([])
  // The oldest is removed when a fourth is added.
  const showToast = useCallback<ShowToast>((message, tone = 'plain', action) => {
    setNotes((before) => [...before.slice(-2), { id: (before.at(-1)?.id ?? 0) + 1, message, tone, action }])
  }, [])
  const remove = (id: number) => setNotes((before) => before.filter((note) => note.id !== id))
  return (
    <>
      <ShowToastContext.Provider value={showToast}>{children}</ShowToastContext.Provider>
      {notes.length > 0 ? <ToastList notes={notes} onRemove={remove} /> : null}
    </>
  )
}
