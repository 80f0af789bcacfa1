'use client'

import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import type { Note } from '#components/ui/toast.tsx'

interface ToastListProps {
  notes: Note[]
  onRemove: (id: number) => void
}

/** The toasts at the bottom of the page; each disappears by itself. */
export function ToastList({ notes, onRemove }: ToastListProps) {
  const t = useTranslations('common')
  return (
    <Toast.Provider duration={5000} swipeDirection="down">
      {notes.map((note) => (
        <Toast.Root
          key={note.id}
          onOpenChange={(open) => {
            if (!open) onRemove(note.id)
          }}
          className={cx(
            'appear flex items-center gap-3 rounded-md py-2.5 pr-2 pl-4 shadow-float',
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
      <Toast.Viewport
        data-toasts=""
        className="fixed bottom-20 left-1/2 z-[60] flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col gap-2 outline-none lg:bottom-6 print:hidden"
      />
    </Toast.Provider>
  )
}
