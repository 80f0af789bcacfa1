'use client'

import type { MouseEvent, ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import type { SigningField } from '../shapes.ts'
import { RadioGroup, useRadioButtons } from './radio-group.tsx'
import { type PageSize, printedSize, scrollMargin, useZone } from './use-zone.ts'

const focusedClass =
  'focus-within:z-20 focus-within:h-auto focus-within:left-(--used-left) focus-within:w-(--used-width) focus-within:border-accent focus-within:bg-card focus-within:[font-size:max(1rem,var(--print))] focus-within:shadow-float'

interface ZoneRadioProps {
  field: SigningField
  page: PageSize
  /** While the field is used: above or below the lines, however high they are. */
  tag: ReactNode
}

/**
 * Radio buttons, one per line; the lines grow to touch size while used. A tap selects the line under the finger, and
 * only then the lines grow: growing when the finger comes down would move the line away from it.
 */
export function ZoneRadio({ field, page, tag }: ZoneRadioProps) {
  const { stateClass } = useZone(field)
  const buttonProps = useRadioButtons(field)
  const points = Math.min(11, (field.height / Math.max(1, field.options.length)) * 0.7)
  return (
    <RadioGroup
      field={field}
      style={printedSize(points, page)}
      className={cx(
        'group absolute top-1/2 left-0 z-[1] flex h-full min-h-full w-full min-w-0 -translate-y-1/2 flex-col justify-evenly rounded-[2px] border text-ink [font-size:var(--print)]',
        focusedClass,
        stateClass,
      )}
    >
      {field.options.map((option) => (
        <label
          key={option}
          onMouseDown={(event) => event.preventDefault()}
          className="flex min-h-0 flex-1 cursor-pointer items-center gap-[0.4em] rounded-[2px] px-[0.3em] has-checked:bg-accent/15 has-checked:font-semibold group-focus-within:min-h-11 group-focus-within:px-3"
        >
          <input
            {...buttonProps(option)}
            className={cx(
              'size-[0.95em] shrink-0 cursor-pointer appearance-none rounded-full border border-ink-soft bg-card checked:border-accent checked:bg-[radial-gradient(circle,var(--accent)_0_52%,transparent_56%)]',
              scrollMargin,
            )}
          />
          <span
            dir="auto"
            className="min-w-0 truncate leading-none group-focus-within:leading-normal group-focus-within:whitespace-normal"
          >
            {option}
          </span>
        </label>
      ))}
      {/*
        On a touch screen one target in place of lines that are too narrow for a finger. It stays for half a second, so that
        the second tap of a double tap does not reach one of the lines, which have grown.
      */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        disabled={field.read_only}
        onMouseDown={(event) => event.preventDefault()}
        onClick={chooseLine}
        className="absolute inset-0 z-[1] hidden cursor-pointer group-focus-within:invisible group-focus-within:[transition:visibility_0s_500ms] pointer-coarse:block"
      />
      {tag}
    </RadioGroup>
  )
}

/** Chooses the line under the finger, unless the lines have grown; only then a choice is taken back. */
function chooseLine({ currentTarget, clientY }: MouseEvent<HTMLButtonElement>) {
  const group = currentTarget.parentElement!
  if (group.contains(document.activeElement)) return
  const inputs = group.querySelectorAll('input')
  const { top, height } = currentTarget.getBoundingClientRect()
  const line = Math.floor(((clientY - top) / height) * inputs.length)
  const input = inputs[Math.max(0, Math.min(inputs.length - 1, line))]
  if (!input?.checked) input?.click()
  input?.focus({ preventScroll: true })
}
