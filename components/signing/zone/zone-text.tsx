'use client'

import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import { cx } from '#components/ui/cx.ts'
import { withCleanText } from '#components/ui/form/clean-input.ts'
import { hasLines } from '#lib/pdf/zones'
import { useSigningSession } from '../session/context.ts'
import { getEditedText } from '../session/steps.ts'
import type { SigningField } from '../shapes.ts'
import { DayPicker } from './day-picker.tsx'
import { type PageSize, printedSize, scrollMargin, touchTarget, useZone } from './use-zone.ts'

const inputProps: Partial<Record<SigningField['type'], { inputMode?: 'email'; autoComplete?: string }>> = {
  // Not `type: 'email'`: Chromium's value of it has the domain in ASCII, unlike the text that it shows.
  email: { inputMode: 'email', autoComplete: 'email' },
  name: { autoComplete: 'name' },
  company: { autoComplete: 'organization' },
}

function getInputProps({ type, read_only, validation: { min } }: SigningField) {
  if (read_only) return {}
  // The keypad for decimals of an iPhone has no minus.
  if (type === 'number' && typeof min === 'number' && min >= 0) return { inputMode: 'decimal' as const }
  return inputProps[type]
}

/** While the field is used: its text, or the calendar of a date. */
const usedClass =
  'group-focus-within/zone:z-20 group-focus-within/zone:top-(--used-top) group-focus-within/zone:left-(--used-left) group-focus-within/zone:h-(--used-height) group-focus-within/zone:w-(--used-width) group-focus-within/zone:border-accent group-focus-within/zone:bg-card group-focus-within/zone:px-2 group-focus-within/zone:[font-size:max(1rem,var(--print))] group-focus-within/zone:shadow-float group-focus-within/zone:outline-2 group-focus-within/zone:outline-accent group-focus-within/zone:outline-offset-0'

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
  const { goNext, input, signing, today } = useSigningSession()
  const [isUsed, setUsed] = useState(false)
  const { id, label, shownText, setValue, stateClass, ariaProps, onFocus, onBlur } = useZone(field)
  const multiline = hasLines(field)
  const lines = shownText.split('\n').length
  const cells = countCells(field)
  const cellWidth = field.width / (cells ?? 1)
  const hasCalendar = field.type === 'date' && !field.read_only
  const common = {
    ...ariaProps,
    id,
    value: isUsed ? getEditedText(field, input, signing, today) : shownText,
    dir: 'auto' as const,
    onFocus: () => {
      setUsed(true)
      onFocus()
    },
    onBlur: () => {
      setUsed(false)
      onBlur()
    },
    readOnly: field.read_only,
    'aria-required': field.required || undefined,
    placeholder: field.read_only ? undefined : label,
    enterKeyHint: 'next' as const,
    list: field.editable ? `options-${field.id}` : undefined,
    style: {
      ...printedSize(
        Math.min(
          field.layout.font_size ?? (multiline ? 10 : 12),
          (field.height * 0.7) / lines,
          cellWidth * 1.4,
        ),
        page,
      ),
      textAlign: field.layout.align,
      '--cell': `calc(100cqw * ${cellWidth / page.width})`,
    } as CSSProperties,
    className: cx(
      'absolute top-0 left-0 z-[1] h-full w-full rounded-[2px] border px-[0.25em] text-ink leading-[1.2] [font-size:var(--print)] placeholder:text-ink-soft focus:placeholder:text-transparent',
      cells !== undefined && cellsClass,
      scrollMargin,
      stateClass,
      !field.read_only && usedClass,
      // On a touch screen a tap on the field opens the calendar.
      hasCalendar && 'pointer-fine:group-focus-within/zone:pr-11',
      multiline && 'resize-none py-[0.2em]',
    ),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    goNext()
  }
  // A number may be typed with separators, which take no cells.
  const maxLength = field.type === 'number' ? undefined : cells
  const text = (
    <label
      htmlFor={id}
      // A finger reaches the calendar below.
      className={cx('absolute inset-0', touchTarget, hasCalendar && 'pointer-coarse:pointer-events-none')}
    >
      {multiline ? (
        <textarea {...common} onChange={withCleanText((event) => setValue(event.target.value), maxLength)} />
      ) : (
        <input
          autoComplete="off"
          {...common}
          {...getInputProps(field)}
          onKeyDown={onKeyDown}
          onChange={withCleanText((event) => setValue(event.target.value), maxLength)}
        />
      )}
      {field.editable ? (
        <datalist id={`options-${field.id}`}>
          {field.options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      ) : null}
    </label>
  )
  if (!hasCalendar) return text
  return (
    <>
      {text}
      <DayPicker field={field} />
    </>
  )
}
