import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'

/** The width and margins of an ordinary page. */
export function PageBody({ children, narrow }: { children: ReactNode; narrow?: boolean }) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-8 lg:px-12 lg:py-10">
      <div className={cx(narrow && 'max-w-3xl')}>{children}</div>
    </div>
  )
}

interface PageHeadProps {
  title: ReactNode
  /** The title of the browser's tab, where it differs. */
  tabTitle?: string
  /** A line below the title. */
  intro?: ReactNode
  /** The parent page. */
  up?: { href: string; label: string }
  actions?: ReactNode
}

/** The head of a page, whose title is also that of the browser's tab. */
export function PageHead({ title, intro, up, actions, ...props }: PageHeadProps) {
  const tabTitle = props.tabTitle ?? (typeof title === 'string' ? title : null)
  return (
    <header className="mb-6 lg:mb-8">
      {tabTitle ? <title>{`${tabTitle} · Paraph`}</title> : null}
      {up ? (
        <Link
          href={up.href}
          className="mb-2 -ml-1 inline-flex items-center gap-0.5 text-sm text-ink-soft hover:text-ink hover:underline"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
          {up.label}
        </Link>
      ) : null}
      <div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
        <div className="min-w-0">
          <h1 className="heading text-2xl break-words lg:text-3xl">{title}</h1>
          {intro ? <div className="mt-1.5 text-ink-soft">{intro}</div> : null}
        </div>
        {actions ? <div className="flex shrink-0 flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </header>
  )
}
