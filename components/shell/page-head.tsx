'use client'

import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getLastUrl } from '#components/shell/list/last-list.ts'
import { cx } from '#components/ui/cx.ts'

interface PageBodyProps {
  children: ReactNode
  narrow?: boolean
  /** For lists: as wide as the window. */
  wide?: boolean
}

/** The width and margins of an ordinary page. */
export function PageBody({ children, narrow, wide }: PageBodyProps) {
  return (
    <div
      className={cx(
        'mx-auto w-full px-4 py-6 sideways:py-3 sm:px-8 lg:pt-1 print:p-0',
        wide ? 'lg:pb-4' : 'max-w-6xl lg:px-12 lg:pb-10',
      )}
    >
      <div className={cx(narrow && 'max-w-3xl')}>{children}</div>
    </div>
  )
}

export interface ParentPage {
  href: string
  label: string
}

interface PageHeadProps {
  title: ReactNode
  /** The title of the browser's tab, where it differs. */
  tabTitle?: string
  /** A line below the title. */
  intro?: ReactNode
  /** The parent page, or all of them from the list on. */
  up?: ParentPage | ParentPage[]
  actions?: ReactNode
  /** For lists: title and intro in one low line on a wide screen. */
  compact?: boolean
}

/** The head of a page, whose title is also that of the browser's tab. */
export function PageHead({ title, intro, up, actions, compact, ...props }: PageHeadProps) {
  const tabTitle = props.tabTitle ?? (typeof title === 'string' ? title : null)
  return (
    <header className={cx('sideways:mb-3', compact ? 'mb-4 lg:mb-3' : 'mb-6 lg:mb-8')}>
      {tabTitle ? <title>{`${tabTitle} · Paraph`}</title> : null}
      {up ? <ParentPages pages={[up].flat()} /> : null}
      <div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
        <div className={cx('min-w-0', compact && 'lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-4')}>
          <h1 className={cx('heading text-2xl sideways:text-xl break-words', !compact && 'lg:text-3xl')}>
            {title}
          </h1>
          {intro ? (
            <div
              className={cx(
                'mt-1.5 sideways:mt-0 text-ink-soft',
                compact && 'sideways:hidden lg:mt-0 lg:text-sm',
              )}
            >
              {intro}
            </div>
          ) : null}
        </div>
        {actions ? (
          <div
            className={cx(
              'flex shrink-0 flex-wrap items-center gap-2 print:hidden',
              compact && 'lg:[&_a]:min-h-9 lg:[&_button]:min-h-9',
            )}
          >
            {actions}
          </div>
        ) : null}
      </div>
    </header>
  )
}

function ParentPages({ pages }: { pages: ParentPage[] }) {
  const t = useTranslations('shell')
  return (
    <nav
      aria-label={t('parents')}
      className="mb-2 -ml-1 flex flex-wrap items-center gap-x-1 text-sm text-ink-soft print:hidden"
    >
      <ChevronLeft className="size-4" aria-hidden="true" />
      {pages.map(({ href, label }, index) => (
        <Fragment key={href}>
          {index > 0 ? <span aria-hidden="true">/</span> : null}
          <Link
            href={getLastUrl(href)}
            className="inline-block max-w-60 truncate py-0.5 hover:text-ink hover:underline"
            title={label}
          >
            {label}
          </Link>
        </Fragment>
      ))}
    </nav>
  )
}
