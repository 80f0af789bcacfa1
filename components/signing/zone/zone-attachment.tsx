'use client'

import { Paperclip, X } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { cx } from '#components/ui/cx.ts'
import { fill } from '../fill.ts'
import { removeAttachment, uploadAttachment } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'
import type { SigningField } from '../shapes.ts'
import { useFile } from './use-file.ts'
import { alignsRight, type PageSize, scrollMargin, touchTarget, useZone } from './use-zone.ts'

/** A field to which the signer adds a file; phones offer the camera too. */
export function ZoneAttachment({ field, page }: { field: SigningField; page: PageSize }) {
  const { token, t, changing } = useSigningSession()
  const { error, isAdded, change } = useFile(field)
  const { id, label, stateClass, ariaProps, onFocus, onBlur } = useZone(field)
  const button = useRef<HTMLButtonElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const isUploading = progress !== null
  const isChanging = changing.has(field.id)
  const name = field.value ?? ''
  const formatProgress = (share: number) => fill(t.uploading, { percent: Math.round(share * 100) })
  const status = isUploading ? formatProgress(progress) : null
  // Screen readers say each change: quarters only.
  const said = isUploading ? formatProgress(Math.floor(progress * 4) / 4) : isAdded && `${label}: ${name}`
  const shown = status ?? (name || t.addFile)

  async function remove() {
    const isDone = await change({
      send: () => removeAttachment(token, field.id).then(() => null),
      isDone: (file) => file === null,
      failed: 'removeFailed',
    })
    // The button that was used is gone now.
    if (isDone) button.current?.focus()
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0]
    // So that the same file can be chosen again.
    target.value = ''
    if (!chosen) return
    const before = field.attachment
    setProgress(0)
    await change({
      send: () => uploadAttachment(token, field.id, chosen, setProgress).finally(() => setProgress(null)),
      isDone: (file) => file !== null && file.id !== before?.id && file.size === chosen.size,
      failed: 'uploadFailed',
    })
  }

  return (
    <>
      <label htmlFor={id} className={cx('absolute inset-0', touchTarget)}>
        <span
          className={cx(
            'absolute inset-0 z-[1] flex items-center rounded-[2px] border [container-type:size]',
            stateClass,
          )}
        >
          <button
            ref={button}
            id={id}
            type="button"
            // Not `disabled`, which would take the focus away.
            aria-disabled={isChanging}
            aria-label={`${label}: ${shown}`}
            aria-describedby={error ? `${id}-error` : ariaProps['aria-describedby']}
            onClick={() => isChanging || chooser.current?.click()}
            onFocus={onFocus}
            onBlur={onBlur}
            className={cx(
              'flex h-full min-w-0 flex-1 items-center gap-[0.4em] px-1 font-medium [font-size:clamp(0.5rem,min(42cqh,12cqw),0.9375rem)]',
              scrollMargin,
              name ? 'text-ink' : 'justify-center text-warn',
            )}
          >
            <Paperclip className="size-[1.2em] shrink-0" aria-hidden="true" />
            <span dir="auto" className="truncate">
              {name || status ? shown : label}
            </span>
          </button>
          {name && !isUploading ? (
            <button
              type="button"
              aria-label={`${t.removeFile}: ${name}`}
              onClick={() => isChanging || void remove()}
              className="relative flex aspect-square h-full max-h-11 shrink-0 items-center justify-center text-ink-soft before:absolute before:-inset-x-2 before:-inset-y-1 before:content-[''] hover:text-danger"
            >
              <X className="size-[min(1.25rem,60cqh)]" aria-hidden="true" />
            </button>
          ) : null}
        </span>
      </label>
      <input
        ref={chooser}
        type="file"
        accept="application/pdf,image/png,image/jpeg"
        aria-label={label}
        tabIndex={-1}
        hidden
        onChange={(event) => void choose(event)}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      {error ? (
        <p
          id={`${id}-error`}
          role="alert"
          className={cx(
            'absolute top-[calc(100%+4px)] z-30 w-max max-w-[60cqw] rounded-sm bg-danger px-1.5 py-0.5 text-xs font-medium text-on-accent',
            alignsRight(field, page) ? 'right-0' : 'left-0',
          )}
        >
          {t[error]}
        </p>
      ) : null}
    </>
  )
}
