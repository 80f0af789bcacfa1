import { Check, Minus } from 'lucide-react'
import { cx } from '#components/ui/cx.ts'

interface CheckInputProps {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  checked: boolean | 'indeterminate'
  /** `withShift`: the Shift key was held. */
  onChange: (checked: boolean, withShift: boolean) => void
  disabled?: boolean | undefined
  className?: string
}

/** A checkbox without its label. */
export function CheckInput({ checked, onChange, className, ...attributes }: CheckInputProps) {
  const Mark = checked === 'indeterminate' ? Minus : Check
  return (
    <span className={cx('check-box', className)}>
      <input
        {...attributes}
        type="checkbox"
        checked={checked === true}
        ref={(input) => {
          if (input) input.indeterminate = checked === 'indeterminate'
        }}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="check-input"
      />
      {checked ? (
        <Mark
          className="pointer-events-none absolute inset-0.5 size-4 text-on-accent"
          strokeWidth={2.5}
          aria-hidden="true"
        />
      ) : null}
    </span>
  )
}
