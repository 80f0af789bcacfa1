'use client'

import { Check } from 'lucide-react'
import { cx } from '#components/ui/cx.ts'
import { useSigningSession } from '../session/context.ts'
import type { SigningField } from '../shapes.ts'
import { type PageSize, printedSize, scrollMargin, touchTarget, useDoubleClick, useZone } from './use-zone.ts'

/** A checkbox. */
export function ZoneCheckbox({ field }: { field: SigningField }) {
  const { id, value, setValue, stateClass, ariaProps, onFocus, onBlur } = useZone(field)
  const { onChosen, isSecondClick, onLeft } = useDoubleClick()
  return (
    <label htmlFor={id} className={cx('absolute inset-0 cursor-pointer', touchTarget)}>
      <input
        {...ariaProps}
        id={id}
        type="checkbox"
        required={field.required}
        disabled={field.read_only}
        onFocus={onFocus}
        onBlur={({ relatedTarget }) => {
          // A click on the label of a further place leaves the checkbox for nothing else.
          if (relatedTarget) onLeft()
          onBlur()
        }}
        checked={value === 'true'}
        onChange={(event) => {
          const { checked } = event.target
          if (checked) onChosen(event)
          if (checked || !isSecondClick(event)) setValue(String(checked))
        }}
        className={cx(
          'peer absolute inset-0 z-[1] size-full cursor-pointer appearance-none rounded-[2px] border',
          scrollMargin,
          stateClass,
        )}
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none invisible absolute inset-0 z-[2] m-auto size-[85%] text-ink peer-checked:visible"
      />
    </label>
  )
}

/** A dropdown with the native list. */
export function ZoneDropdown({ field, page }: { field: SigningField; page: PageSize }) {
  const { t } = useSigningSession()
  const { id, value, setValue, stateClass, ariaProps, onFocus, onBlur } = useZone(field)
  return (
    <label htmlFor={id} className={cx('absolute inset-0', touchTarget)}>
      <select
        {...ariaProps}
        id={id}
        value={value}
        required={field.required}
        disabled={field.read_only}
        onFocus={onFocus}
        onBlur={onBlur}
        onChange={(event) => setValue(event.target.value)}
        style={printedSize(Math.min(12, field.height * 0.7), page)}
        className={cx(
          'absolute top-0 left-0 z-[1] h-full w-full cursor-pointer appearance-none truncate rounded-[2px] border px-[0.25em] py-0 leading-none text-ink [font-size:var(--print)]',
          'focus:top-(--used-top) focus:left-(--used-left) focus:z-20 focus:h-(--used-height) focus:w-(--used-width) focus:px-2 focus:[font-size:max(1rem,var(--print))] focus:shadow-float',
          scrollMargin,
          stateClass,
        )}
      >
        <option value="">{field.placeholder || field.label || t.choose}</option>
        {field.options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  )
}
