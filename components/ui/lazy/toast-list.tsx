'use client'

import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import type { Note } from '#components/ui/lazy/toast.tsx'

interface ToastListProps {
  notes: Note[]
  onRemove: (id: number) => void
}

/** The toasts; each disappears by itself. */
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
            'appear flex max-w-xl min-w-0 items-center gap-2 rounded-md py-0.5 pr-1 pl-4 text-sm shadow-float',
            // A narrow strip has room for one.
            'max-lg:not-last:hidden',
            note.tone === 'danger' ? 'bg-danger text-card' : 'bg-ink text-canvas',
          )}
        >
          <Toast.Description className="line-clamp-2 min-w-0 flex-1 lg:line-clamp-1">
            {note.message}
          </Toast.Description>
          {note.action ? (
            <Toast.Action asChild altText={note.action.label}>
              <button
                type="button"
                onClick={note.action.onClick}
                className="rounded-sm px-2 py-0.5 font-medium max-lg:py-2 underline underline-offset-2"
              >
                {note.action.label}
              </button>
            </Toast.Action>
          ) : null}
          <Toast.Close
            aria-label={t('dismiss')}
            className="rounded-sm p-1 opacity-80 max-lg:p-2.5 hover:opacity-100"
          >
            <X className="size-4" aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport data-toasts="" className="toasts outline-none print:hidden" />
    </Toast.Provider>
  )
}
