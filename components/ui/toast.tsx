'use client'

import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'

interface Note {
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
  const t = useTranslations('common')
  const [notes, setNotes] = useState<Note[]>([])
  // The oldest is removed when a fourth is added.
  const showToast = useCallback<ShowToast>((message, tone = 'plain', action) => {
    setNotes((before) => [...before.slice(-2), { id: (before.at(-1)?.id ?? 0) + 1, message, tone, action }])
  }, [])
  return (
    <Toast.Provider duration={5000} swipeDirection="down">
      <ShowToastContext.Provider value={showToast}>{children}</ShowToastContext.Provider>
      {notes.map((note) => (
        <Toast.Root
          key={note.id}
          onOpenChange={(open) => {
            if (!open) setNotes((before) => before.filter((candidate) => candidate.id !== note.id))
          }}
          className={cx(
            'rising flex items-center gap-3 rounded-md py-2.5 pr-2 pl-4 shadow-float',
            note.tone === 'danger' ? 'bg-danger text-card' : 'bg-ink text-canvas',
          )}
        >
          <Toast.Description className="min-w-0 flex-1">{note.message}</Toast.Description>
          {note.action ? (
            <Toast.Action asChild altText={note.action.label}>
              <button
                type="button"
                onClick={note.action.onClick}
                className="rounded-sm px-2 py-1 font-medium underline underline-offset-2"
              >
                {note.action.label}
              </button>
            </Toast.Action>
          ) : null}
          <Toast.Close aria-label={t('dismiss')} className="rounded-sm p-1.5 opacity-80 hover:opacity-100">
            <X className="size-4" aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="fixed bottom-20 left-1/2 z-[60] flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col gap-2 outline-none lg:bottom-6 print:hidden" />
    </Toast.Provider>
  )
}
