'use client'

import type { CSSProperties, KeyboardEvent } from 'react'
import { cx } from '#components/ui/cx.ts'
import { useSigningSession } from '../session/context.ts'
import type { SigningField } from '../shapes.ts'
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

/** While the field is not used, each character is in its cell. */
const cellsClass =
  'not-focus:pr-0 not-focus:pl-[calc((var(--cell)-1ch)/2)] not-focus:font-mono not-focus:[letter-spacing:calc(var(--cell)-1ch)]'

/** The number of cells of a field that has one for each character. */
function countCells({ layout, validation }: SigningField): number | undefined {
  const { max_length: length } = validation
  return layout.comb && typeof length === 'number' ? length : undefined
}

/** A text field in its printed size; it grows while focused. */
export function ZoneText({ field, page }: { field: SigningField; page: PageSize }) {
  const { goNext } = useSigningSession()
  const { id, label, value, shownText, setValue, stateClass, ariaProps, onFocus, onBlur } = useZone(field)
  const multiline = isMultiline(field)
  const cells = countCells(field)
  const cellWidth = field.width / (cells ?? 1)
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
    list: field.editable ? `options-${field.id}` : undefined,
    // A number may be typed with separators, which take no cells.
    maxLength: field.type === 'number' ? undefined : cells,
    style: {
      ...printedSize(
        Math.min(field.layout.font_size ?? (multiline ? 10 : 12), field.height * 0.7, cellWidth * 1.4),
        page,
      ),
      textAlign: field.layout.align,
      '--cell': `calc(100cqw * ${cellWidth / page.width})`,
    } as CSSProperties,
    className: cx(
      'peer absolute top-1/2 z-[1] h-full w-full -translate-y-1/2 rounded-[2px] border px-[0.25em] leading-[1.2] [font-size:var(--print)] placeholder:text-ink-soft focus:placeholder:text-transparent',
      isDateInput && value !== '' ? 'text-transparent focus:text-ink' : 'text-ink',
      cells !== undefined && cellsClass,
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
      {field.editable ? (
        <datalist id={`options-${field.id}`}>
          {field.options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      ) : null}
      {/* Browsers show a date in their own language; the document has that of the process. */}
      {isDateInput ? (
        <span
          aria-hidden="true"
          dir="auto"
          style={common.style}
          className="pointer-events-none absolute inset-0 z-[2] flex items-center truncate px-[0.3em] text-ink [font-size:var(--print)] peer-focus:hidden"
        >
          {shownText}
        </span>
      ) : null}
    </label>
  )
}
