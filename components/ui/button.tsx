import type { ComponentProps, MouseEvent } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Slot } from '#components/ui/slot.tsx'
import { Spinner } from '#components/ui/spinner.tsx'

type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'line' | 'quiet' | 'danger' | 'danger-line'
  size?: 'sm' | 'md' | 'lg' | 'icon' | 'icon-sm'
} & (
    | {
        /** Shows progress and ignores further clicks. It keeps the focus: its action may fail. */
        busy?: boolean
        /** As `disabled`, but it keeps the focus: for a button that its own action makes useless. */
        unavailable?: boolean
        asChild?: false
      }
    // A link would still be followed.
    | {
        busy?: never
        unavailable?: never
        /** Renders the only child, such as a link, as a button. */
        asChild: true
      }
  )

export function Button({
  variant = 'line',
  size = 'md',
  busy = false,
  unavailable = false,
  asChild = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const buttonClass = cx(
    `button button-${variant} button-${size}`,
    unavailable && 'pointer-events-none',
    className,
  )
  if (asChild)
    return (
      <Slot className={buttonClass} {...rest}>
        {children}
      </Slot>
    )
  return (
    <button
      type={type}
      className={buttonClass}
      disabled={disabled}
      aria-busy={busy || undefined}
      {...rest}
      {...(busy || unavailable ? { 'aria-disabled': true, onClick: ignore } : {})}
    >
      {busy ? <Spinner /> : null}
      {/* Beside the spinner, React would not find the text again once the browser has translated it. */}
      <span className="contents">{children}</span>
    </button>
  )
}

/** The form is not submitted either, also not by Enter in one of its fields, which clicks its button. */
function ignore(event: MouseEvent) {
  event.preventDefault()
}
