import Link from 'next/link'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'

export interface Option {
  key: string
  label: string
  group: 'actions' | 'pages' | 'records' | 'people'
  /** What it leads to, or does. */
  target: string | (() => void)
  icon?: ReactNode
  detail?: string
  /** Other words that find it. */
  words?: string
}

interface PaletteOptionProps {
  id: string
  option: Option
  isChosen: boolean
  onPoint: () => void
  onChoose: () => void
}

/** An option, as a link where it leads to a page. The input keeps the focus and handles the keys. */
export function PaletteOption({ id, option, isChosen, onPoint, onChoose }: PaletteOptionProps) {
  const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
  const props = {
    id,
    role: 'option',
    'aria-selected': isChosen,
    tabIndex: -1,
    ref: isChosen ? scrollTo : undefined,
    onMouseMove: onPoint,
    onClick: onChoose,
    className: cx('flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-left', isChosen && 'bg-well'),
  }
  const content = (
    <>
      {option.icon}
      <span className="min-w-24 flex-1 truncate">{option.label}</span>
      {option.detail ? <span className="min-w-0 truncate text-sm text-ink-soft">{option.detail}</span> : null}
    </>
  )
  return typeof option.target === 'string' ? (
    <Link href={option.target} {...props}>
      {content}
    </Link>
  ) : (
    <button type="button" {...props}>
      {content}
    </button>
  )
}
