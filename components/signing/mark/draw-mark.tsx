'use client'

import { Eraser, Maximize2, Undo2, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { useSigningSession } from '../session/context.ts'
import type { MarkProps } from '../shapes.ts'
import { Pad } from './pad.tsx'
import { type Drawing, exportDrawing } from './strokes.ts'

const empty: Drawing = { strokes: [], left: 0, top: 0, width: 0, height: 0 }

/** A drawn signature: on the pad of the dialog, or on the whole screen of a phone. */
export function DrawMark({ kind, onChange, onSubmit }: MarkProps) {
  const { t, signing } = useSigningSession()
  const id = useId()
  const [drawing, setDrawing] = useState(empty)
  const [isFull, setFull] = useState(false)
  const isEmpty = drawing.strokes.length === 0
  const { signature_kinds: kinds } = signing.process

  function change(next: Drawing) {
    setDrawing(next)
    const color = getComputedStyle(document.documentElement).getPropertyValue('--mark').trim()
    const image = exportDrawing(next, color)
    onChange(image ? { method: 'drawn', image } : null)
  }
  // Where there is little room only their icons: with words the third button would have no room in most languages.
  const buttons = (
    <>
      <Button
        variant="quiet"
        unavailable={isEmpty}
        onClick={() => change({ ...drawing, strokes: drawing.strokes.slice(0, -1) })}
      >
        <Undo2 className="size-4" aria-hidden="true" />
        <span className="@max-md:sr-only">{t.undo}</span>
      </Button>
      <Button variant="quiet" unavailable={isEmpty} onClick={() => change({ ...drawing, strokes: [] })}>
        <Eraser className="size-4" aria-hidden="true" />
        <span className="@max-md:sr-only">{t.clear}</span>
      </Button>
    </>
  )
  const pad = { drawing, onChange: change, describedBy: `${id}-keyboard` }
  return (
    <div>
      <Pad
        {...pad}
        className={cx(
          'w-full rounded-md border border-rule-strong sideways:h-[clamp(5rem,100dvh-11.5rem,13rem)]',
          kind === 'initials' ? 'h-40' : 'h-[clamp(8rem,88dvh-20.5rem,13rem)]',
        )}
      />
      <div className="@container mt-2 flex flex-wrap items-center gap-2">
        {buttons}
        <Button variant="quiet" className="sm:hidden sideways:inline-flex" onClick={() => setFull(true)}>
          <Maximize2 className="size-4" aria-hidden="true" />
          {t.drawFull}
        </Button>
      </div>
      <p id={`${id}-keyboard`} className="sr-only">
        {kinds.includes('typed')
          ? t.drawKeyboard
          : kinds.includes('uploaded')
            ? t.drawKeyboardUpload
            : t.drawKeyboardNone}
      </p>
      <Dialog.Root open={isFull} onOpenChange={setFull}>
        <Dialog.Portal>
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-0 z-50 flex flex-col bg-card pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
          >
            <Dialog.Title className="sr-only">{t.drawFull}</Dialog.Title>
            <Pad {...pad} className="min-h-0 flex-1 border-b border-rule" />
            <div className="@container flex items-center gap-1 p-2">
              <Dialog.Close asChild>
                <Button variant="quiet" size="icon" aria-label={t.close}>
                  <X className="size-5" aria-hidden="true" />
                </Button>
              </Dialog.Close>
              {buttons}
              <Button variant="primary" disabled={isEmpty} className="ms-auto" onClick={onSubmit}>
                {t.useDrawing}
              </Button>
            </div>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  )
}
