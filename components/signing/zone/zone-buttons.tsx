'use client'

import { Check } from 'lucide-react'
import type { CSSProperties } from 'react'
import { cx } from '#components/ui/cx.ts'
import type { SigningField } from '../shapes.ts'
import { RadioGroup, useRadioButtons } from './radio-group.tsx'
import { scrollMargin, touchTarget, useZone } from './use-zone.ts'

type Button = NonNullable<SigningField['layout']['widgets']>[number]

/** Whether the options of a radio field have buttons of their own on the page. */
export const hasButtons = ({ type, layout }: SigningField) =>
  type === 'radio' && (layout.widgets ?? []).length > 0

/** Whether the field is shown as a group of radio buttons with their texts. */
export const isGroup = (field: SigningField) => field.type === 'radio' && !hasButtons(field)

/** The buttons of a radio field on its page, each where the form has it, without their texts, which the form shows. */
export function ZoneButtons({ field }: { field: SigningField }) {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <ButtonGroup
      field={field}
      page={field.page}
      getStyle={(button) => ({
        left: percent(button.dx, field.width),
        top: percent(button.dy, field.height),
        width: percent(button.width, field.width),
        height: percent(button.height, field.height),
      })}
    />
  )
}

interface ButtonGroupProps {
  field: SigningField
  page: number
  /** Where a button is. */
  getStyle: (button: Button) => CSSProperties
}

/** The buttons of a radio field on one page. */
export function ButtonGroup({ field, page, getStyle }: ButtonGroupProps) {
  return (
    <RadioGroup field={field} className="!pointer-events-none absolute inset-0">
      {(field.layout.widgets ?? [])
        .filter((button) => button.page === page)
        .map((button) => (
          <OptionButton
            key={`${button.dx} ${button.dy}`}
            field={field}
            button={button}
            style={getStyle(button)}
          />
        ))}
    </RadioGroup>
  )
}

/** One button of a radio field. */
function OptionButton({
  field,
  button,
  style,
}: {
  field: SigningField
  button: Button
  style: CSSProperties
}) {
  const { stateClass } = useZone(field)
  const buttonProps = useRadioButtons(field)
  const { option = '' } = button
  const isSquare = field.layout.squares === true
  return (
    <label style={style} className={cx('pointer-events-auto absolute cursor-pointer', touchTarget)}>
      <input
        {...buttonProps(option)}
        aria-label={option}
        className={cx(
          'peer absolute inset-0 z-[1] size-full cursor-pointer appearance-none border',
          isSquare
            ? 'rounded-[2px]'
            : 'rounded-full checked:border-accent checked:bg-[radial-gradient(circle,var(--accent)_0_52%,transparent_56%)]',
          scrollMargin,
          stateClass,
        )}
      />
      {isSquare ? (
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none invisible absolute inset-0 z-[2] m-auto size-[85%] text-ink peer-checked:visible"
        />
      ) : null}
    </label>
  )
}
