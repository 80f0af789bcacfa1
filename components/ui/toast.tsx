'use client'

import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useLoaded } from '#components/ui/use-loaded.ts'

const loadList = () => import('#components/ui/toast-list.tsx').then((module) => module.ToastList)

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
  const ToastList = useLoaded(notes.length, loadList)
  return (
    <>
      <ShowToastContext.Provider value={showToast}>{children}</ShowToastContext.Provider>
      {ToastList ? <ToastList notes={notes} onRemove={remove} /> : <PlainToasts notes={notes} />}
    </>
  )
}

/** The messages until the list with its buttons is loaded; where it cannot be, the last one stays. */
function PlainToasts({ notes }: { notes: Note[] }) {
  const note = notes.at(-1)
  return (
    <div role="status" className="fixed bottom-20 left-1/2 z-[60] -translate-x-1/2 lg:bottom-6 print:hidden">
      {note ? <p className="rounded-md bg-ink px-4 py-2.5 text-canvas shadow-float">{note.message}</p> : null}
    </div>
  )
}
