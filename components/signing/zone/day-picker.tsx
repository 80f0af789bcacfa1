'use client'

import { CalendarDays } from 'lucide-react'
import { useRef } from 'react'
import { cx } from '#components/ui/cx.ts'
import { isFrameToken } from '../session/calls.ts'
import { useSigningSession } from '../session/context.ts'
import type { SigningField } from '../shapes.ts'
import { useZone } from './use-zone.ts'

/** Over the button, as large as it; the browser's sign, which opens the calendar, fills it. */
const inFrame =
  'pointer-fine:group-focus-within/zone:pointer-events-auto pointer-fine:inset-auto pointer-fine:top-(--used-top) pointer-fine:left-[calc(var(--used-left)+var(--used-width)-2.75rem)] pointer-fine:z-40 pointer-fine:h-(--used-height) pointer-fine:w-11 pointer-fine:[&::-webkit-calendar-picker-indicator]:absolute pointer-fine:[&::-webkit-calendar-picker-indicator]:inset-0 pointer-fine:[&::-webkit-calendar-picker-indicator]:size-full'

/**
 * The browser's calendar for a date field: by a tap anywhere on the field, or with a mouse or the keyboard by a button. The
 * browser's own field is not seen, as it writes dates in the browser's language, not in that of the document.
 * In a frame of another site, only the browser's own field opens the calendar (HTML standard, `showPicker()`): with a mouse
 * it lies over the button there.
 */
export function DayPicker({ field }: { field: SigningField }) {
  const { t, token } = useSigningSession()
  const isFramed = isFrameToken(token)
  const { value, setValue, onFocus, onBlur } = useZone(field)
  const calendar = useRef<HTMLInputElement>(null)
  const { min_date: min, max_date: max } = field.validation
  return (
    <>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        min={typeof min === 'string' ? min : undefined}
        max={typeof max === 'string' ? max : undefined}
        onFocus={onFocus}
        onBlur={onBlur}
        onChange={(event) => {
          setValue(event.target.value)
          // Shown as it will be printed.
          onBlur()
        }}
        className={cx(
          'absolute inset-x-[min(0px,calc((100%-44px)/2))] inset-y-[min(0px,calc((100%-44px)/2))] opacity-0 pointer-fine:pointer-events-none',
          isFramed && inFrame,
        )}
      />
      <button
        type="button"
        aria-label={t.chooseDay}
        tabIndex={isFramed ? -1 : undefined}
        aria-hidden={isFramed || undefined}
        onFocus={onFocus}
        onClick={() => calendar.current?.showPicker()}
        className="absolute top-(--used-top) left-[calc(var(--used-left)+var(--used-width)-2.75rem)] z-30 hidden h-(--used-height) w-11 items-center justify-center rounded-[2px] text-ink-soft hover:text-ink pointer-fine:group-focus-within/zone:flex"
      >
        <CalendarDays className="size-5" aria-hidden="true" />
      </button>
    </>
  )
}
