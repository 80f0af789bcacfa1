'use client'

import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useLoaded } from '#components/ui/lazy/use-loaded.ts'

const loadList = () => import('#components/ui/lazy/toast-list.tsx').then((module) => module.ToastList)

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
  /** Called when the toast ends, also after a click. */
  onEnd?: () => void
}

type ShowToast = (message: ReactNode, tone?: Note['tone'], action?: ToastAction) => void

/** Where messages are shown: the list of toasts, or on the signing page a line of its own. */
export const ShowToastContext = createContext<ShowToast>(() => {})

/** `const showToast = useToast(); showToast('Saved')`: a short message. Errors must also be shown elsewhere. */
export function useToast() {
  return useContext(ShowToastContext)
}

const MAX_NOTES = 3

export function ToastProvider({ children }: { children: ReactNode }) {
  const [notes, setNotes] = useState<Note[]>([])
  const lastId = useRef(0)
  const shownNotes = useRef<Note[]>([])
  const showOnly = useCallback((kept: Note[]) => {
    const ended = shownNotes.current.filter((note) => !kept.includes(note))
    shownNotes.current = kept
    setNotes(kept)
    for (const { action } of ended) action?.onEnd?.()
  }, [])
  const showToast = useCallback<ShowToast>(
    (message, tone = 'plain', action) => {
      lastId.current += 1
      const note = { id: lastId.current, message, tone, action }
      showOnly([...shownNotes.current, note].slice(-MAX_NOTES))
    },
    [showOnly],
  )
  const remove = (id: number) => showOnly(shownNotes.current.filter((note) => note.id !== id))
  useEffect(
    () => endOnNavigation(() => showOnly(shownNotes.current.filter(({ action }) => action))),
    [showOnly],
  )
  const ToastList = useLoaded(notes.length, loadList)
  return (
    <>
      <ShowToastContext.Provider value={showToast}>{children}</ShowToastContext.Provider>
      {ToastList ? <ToastList notes={notes} onRemove={remove} /> : <PlainToasts notes={notes} />}
    </>
  )
}

/** Calls `end` when the user goes to another page; not for the page that an action itself opens with its message. */
function endOnNavigation(end: () => void): () => void {
  const endOnLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[href]:not([download])')) end()
  }
  document.addEventListener('click', endOnLink)
  window.addEventListener('popstate', end)
  return () => {
    document.removeEventListener('click', endOnLink)
    window.removeEventListener('popstate', end)
  }
}

/** The messages until the list with its buttons is loaded; where it cannot be, the last one stays. */
function PlainToasts({ notes }: { notes: Note[] }) {
  const note = notes.at(-1)
  return (
    <div role="status" className="toasts print:hidden">
      {note ? <p className="truncate rounded-md bg-ink px-4 py-1 text-canvas">{note.message}</p> : null}
    </div>
  )
}
