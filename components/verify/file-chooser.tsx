'use client'

import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import type { VerifyTexts } from '#lib/messages/verify'

/** Takes a dropped or chosen file, and says what happens to it. */
export function FileChooser({ onFile, t }: { onFile: (file: File) => void; t: VerifyTexts }) {
  const privacy = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
  return (
    <div
      {...drop}
      className={cx(
        'mt-8 flex flex-col items-center gap-4 rounded-lg border-2 border-dashed px-6 py-10 text-center transition-colors sm:py-14 print:hidden',
        isOver ? 'border-accent bg-accent-wash' : 'border-rule-strong bg-card',
      )}
    >
      <FileUp className="size-10 text-accent" strokeWidth={1.25} aria-hidden="true" />
      <p className="heading text-xl max-sm:hidden">{t.drop}</p>
      <Button variant="primary" size="lg" aria-describedby={privacy} onClick={() => input.current?.click()}>
        {t.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        aria-label={t.choose}
        className="hidden"
        onChange={(event) => {
          take(event.target.files)
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <p id={privacy} className="max-w-md text-sm text-pretty text-ink-soft">
        {t.privacy}
      </p>
    </div>
  )
}
