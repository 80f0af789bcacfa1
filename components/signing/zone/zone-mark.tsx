'use client'

import { PenLine } from 'lucide-react'
import { cx } from '#components/ui/cx.ts'
import { MarkImage } from '../mark/mark-image.tsx'
import { useSigningSession } from '../session/context.ts'
import type { SigningField } from '../shapes.ts'
import { scrollMargin, touchTarget, useZone } from './use-zone.ts'

/** A signature or initials field: a button that shows it, if it was created, and opens the dialog to create it. */
export function ZoneMark({ field }: { field: SigningField }) {
  const { t, input, openAdoptDialog } = useSigningSession()
  const { id, label, stateClass, ariaProps, onFocus, onBlur } = useZone(field)
  const kind = field.type === 'initials' ? 'initials' : 'signature'
  const mark = input[kind]
  const emptyLabel = kind === 'signature' ? t.addSignature : t.addInitials
  // The name contains the text that is seen.
  const shownText = mark?.method === 'typed' ? `, ${mark.text}` : ''
  return (
    <label htmlFor={id} className={cx('absolute inset-0', touchTarget)}>
      <button
        id={id}
        type="button"
        aria-label={`${label}: ${mark ? t.change + shownText : emptyLabel}`}
        aria-describedby={ariaProps['aria-describedby']}
        onClick={() => openAdoptDialog(kind)}
        onFocus={onFocus}
        onBlur={onBlur}
        className={cx(
          'absolute inset-0 z-[1] flex size-full items-center justify-center overflow-hidden rounded-[2px] border [container-type:size]',
          scrollMargin,
          stateClass,
        )}
      >
        {mark ? (
          <MarkImage mark={mark} ratio={field.width / field.height} />
        ) : (
          <span className="flex min-w-0 items-center gap-[0.4em] px-1 font-medium text-warn [font-size:clamp(0.5rem,min(42cqh,12cqw),0.9375rem)]">
            <PenLine className="size-[1.2em] shrink-0" aria-hidden="true" />
            <span dir="auto" className="truncate">
              {label}
            </span>
          </span>
        )}
      </button>
    </label>
  )
}
