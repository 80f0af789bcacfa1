import type { ComponentProps } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Slot } from '#components/ui/slot.tsx'
import { Spinner } from '#components/ui/spinner.tsx'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-deep border-transparent',
  line: 'bg-card text-ink border-rule-strong hover:border-ink',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-well',
  danger: 'bg-danger text-card border-transparent hover:opacity-90',
  'danger-line': 'bg-card text-danger border-rule-strong hover:border-danger',
}

const sizes = {
  sm: 'min-h-8 px-2.5 text-sm gap-1.5',
  md: 'min-h-10 px-4 text-base gap-2',
  lg: 'min-h-12 px-6 text-base gap-2.5',
  icon: 'size-10 justify-center',
  'icon-sm': 'size-8 justify-center',
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** Shows progress and ignores further clicks. */
  busy?: boolean
  /** Renders the only child, such as a link, as a button. */
  asChild?: boolean
}

export function Button({
  variant = 'line',
  size = 'md',
  busy = false,
  asChild = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const buttonClass = cx(
    'inline-flex items-center justify-center rounded-md border font-medium whitespace-nowrap select-none transition-colors print:hidden',
    'disabled:opacity-50 disabled:pointer-events-none aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
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
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  )
}
