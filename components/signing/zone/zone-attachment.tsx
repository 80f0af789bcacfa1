'use client'

import { Paperclip, X } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { cx } from '#components/ui/cx.ts'
import { fill } from '../fill.ts'
import { removeAttachment, uploadAttachment } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'
import { getValue } from '../session/steps.ts'
import type { SigningField } from '../shapes.ts'
import { scrollMargin, touchTarget, useZone } from './use-zone.ts'

/** A field to which the signer adds a file; phones offer the camera too. */
export function ZoneAttachment({ field }: { field: SigningField }) {
  const { token, t, input, signing, today, setValue } = useSigningSession()
  const { id, label, stateClass, ariaProps, onFocus, onBlur } = useZone(field)
  const chooser = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const name = getValue(field, input, signing, today)
  const status = progress === null ? null : fill(t.uploading, { percent: Math.round(progress * 100) })
  const shown = status ?? (name || t.addFile)

  async function run(change: () => Promise<string>) {
    setError(null)
    try {
      setValue(field, await change())
    } catch (failure) {
      setError(describe(failure, t))
    }
    setProgress(null)
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // So that the same file can be chosen again.
    target.value = ''
    if (!file) return
    setProgress(0)
    void run(async () => (await uploadAttachment(token, field.id, file, setProgress)).name)
  }

  return (
    <>
      <div
        className={cx(
          'absolute inset-0 flex items-center overflow-hidden rounded-[2px] border [container-type:size]',
          stateClass,
          touchTarget,
        )}
      >
        <button
          id={id}
          type="button"
          disabled={progress !== null}
          aria-label={`${label}: ${shown}`}
          aria-describedby={error ? `${id}-error` : ariaProps['aria-describedby']}
          onClick={() => chooser.current?.click()}
          onFocus={onFocus}
          onBlur={onBlur}
          className={cx(
            'z-[1] flex h-full min-w-0 flex-1 items-center gap-[0.4em] px-1 font-medium [font-size:clamp(0.5rem,50cqh,0.9375rem)]',
            scrollMargin,
            name ? 'text-ink' : 'text-warn',
          )}
        >
          <Paperclip className="size-[1.2em] shrink-0" aria-hidden="true" />
          <span dir="auto" className="truncate">
            {name || status ? shown : label}
          </span>
        </button>
        {name && progress === null ? (
          <button
            type="button"
            aria-label={`${t.removeFile}: ${name}`}
            onClick={() =>
              void run(async () => {
                await removeAttachment(token, field.id)
                return ''
              })
            }
            className="z-[1] flex aspect-square h-full shrink-0 items-center justify-center text-ink-soft hover:text-danger"
          >
            <X className="size-[min(1rem,60cqh)]" aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <input
        ref={chooser}
        type="file"
        accept="application/pdf,image/png,image/jpeg"
        aria-label={label}
        tabIndex={-1}
        hidden
        onChange={choose}
      />
      <p role="status" className="sr-only">
        {status}
      </p>
      {error ? (
        <p
          id={`${id}-error`}
          role="alert"
          className="absolute top-[calc(100%+4px)] start-0 z-30 w-max max-w-[60cqw] rounded-sm bg-danger px-1.5 py-0.5 text-xs font-medium text-on-accent"
        >
          {error}
        </p>
      ) : null}
    </>
  )
}

/** Why a file was not taken, in the signer's language. */
function describe(
  failure: unknown,
  t: { fileTooLarge: string; fileNotTaken: string; uploadFailed: string },
): string {
  const { status, reason } = failure instanceof ApiError ? failure : { status: 0, reason: null }
  if (status === 413 || reason === 'too_large' || reason === 'too_many_pixels') return t.fileTooLarge
  return status === 400 ? t.fileNotTaken : t.uploadFailed
}
