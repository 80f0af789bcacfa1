import Link from 'next/link'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'

export interface Option {
  href: string
  label: string
  group: 'create' | 'pages' | 'records'
  icon?: ReactNode
  detail?: string
}

interface PaletteOptionProps {
  id: string
  option: Option
  isChosen: boolean
  onPoint: () => void
  onOpen: () => void
}

/** An option as a link, so that it can be opened in a new tab; the input keeps the focus and handles the keys. */
export function PaletteOption({ id, option, isChosen, onPoint, onOpen }: PaletteOptionProps) {
  return (
    <Link
      id={id}
      href={option.href}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      ref={isChosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      onMouseMove={onPoint}
      onClick={onOpen}
      className={cx('flex min-h-10 items-center gap-3 rounded-md px-3', isChosen && 'bg-well')}
    >
      {option.icon}
      <span className="min-w-0 flex-1 truncate">{option.label}</span>
      {option.detail ? <span className="text-sm text-ink-soft">{option.detail}</span> : null}
    </Link>
  )
}
