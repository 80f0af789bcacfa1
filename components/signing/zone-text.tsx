'use client'

import type { KeyboardEvent } from 'react'
import { cx } from '#components/ui/cx.ts'
import { useCeremony } from './context.ts'
import type { SigningField } from './shapes.ts'
import {
  alignsRight,
  isMultiline,
  type PageSize,
  printedSize,
  scrollMargin,
  touchTarget,
  useZone,
} from './use-zone.ts'

const inputProps: Partial<
  Record<SigningField['type'], { type?: string; inputMode?: 'decimal' | 'email'; autoComplete?: string }>
> = {
  number: { inputMode: 'decimal' },
  // Not `type: 'email'`: Chromium's value of it has the domain in ASCII, unlike the text that it shows.
  email: { inputMode: 'email', autoComplete: 'email' },
  date: { type: 'date' },
  name: { autoComplete: 'name' },
  company: { autoComplete: 'organization' },
}

const focusedClass =
  'focus:z-20 focus:h-[max(100%,2.75rem)] focus:w-[max(100%,min(15rem,50cqw))] focus:border-accent focus:bg-card focus:px-2 focus:[font-size:max(1rem,var(--print))] focus:shadow-float focus:outline-2 focus:outline-accent focus:outline-offset-0'

/** A text field in its printed size; it grows while focused. */
export function ZoneText({ field, page }: { field: SigningField; page: PageSize }) {
  const { goNext } = useCeremony()
  const { id, label, value, shownText, setValue, stateClass, ariaProps, onFocus, onBlur } = useZone(field)
  const multiline = isMultiline(field)
  const isDateInput = field.type === 'date' && !field.read_only
  const common = {
    ...ariaProps,
    id,
    value: isDateInput ? value : shownText,
    dir: 'auto' as const,
    onFocus,
    onBlur,
    readOnly: field.read_only,
    'aria-required': field.required || undefined,
    placeholder: field.read_only ? undefined : label,
    enterKeyHint: 'next' as const,
    style: printedSize(multiline ? 10 : Math.min(12, field.height * 0.7), page),
    className: cx(
      'peer absolute top-1/2 z-[1] h-full w-full -translate-y-1/2 rounded-[2px] border px-[0.25em] leading-[1.2] [font-size:var(--print)] placeholder:text-ink-soft focus:placeholder:text-transparent',
      isDateInput && value !== '' ? 'text-transparent focus:text-ink' : 'text-ink',
      scrollMargin,
      stateClass,
      !field.read_only && focusedClass,
      alignsRight(field, page) ? 'right-0' : 'left-0',
    ),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    goNext()
  }
  return (
    <label htmlFor={id} className={cx('absolute inset-0', touchTarget)}>
      {multiline ? (
        <textarea
          {...common}
          className={cx(common.className, 'resize-none py-[0.2em] focus:h-[max(100%,5.5rem)]')}
          onChange={(event) => setValue(event.target.value)}
        />
      ) : (
        <input
          autoComplete="off"
          {...common}
          {...(field.read_only ? {} : inputProps[field.type])}
          onKeyDown={onKeyDown}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      {/* Browsers show a date in their own language; the document has that of the process. */}
      {isDateInput ? (
        <span
          aria-hidden="true"
          style={common.style}
          className="pointer-events-none absolute inset-0 z-[2] flex items-center truncate px-[0.3em] text-ink [font-size:var(--print)] peer-focus:hidden"
        >
          {shownText}
        </span>
      ) : null}
    </label>
  )
}
