'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#components/ui/cx.ts'

interface SubPagesProps {
  title: string
  pages: { href: string; label: string }[]
  children: ReactNode
}

/** The pages of a part of the dashboard: beside the content, on a narrow screen in a line above it. */
export function SubPages({ title, pages, children }: SubPagesProps) {
  const path = usePathname()
  return (
    <div className="mx-auto w-full max-w-6xl lg:grid lg:grid-cols-[12rem_minmax(0,1fr)]">
      <nav aria-label={title} className="pt-6 lg:py-10 lg:pl-12 print:hidden">
        <p className="heading px-4 text-lg sm:px-8 lg:px-0 lg:pt-1.5">{title}</p>
        <ul className="mt-2 flex overflow-x-auto border-b border-rule px-2 sm:px-6 lg:mt-4 lg:flex-col lg:overflow-visible lg:border-0 lg:px-0">
          {pages.map(({ href, label }) => (
            <li key={href} className="shrink-0">
              <PageLink href={href} isCurrent={path === href}>
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}

function PageLink({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: ReactNode }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The current page may be outside the line of a narrow screen.
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isCurrent])
  return (
    <Link
      ref={link}
      href={href}
      prefetch={false}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        '-mb-px flex min-h-11 items-center border-b-2 px-3 lg:mb-0 lg:-ml-3 lg:min-h-9 lg:rounded-md lg:border-0',
        isCurrent
          ? 'border-accent font-medium text-ink lg:bg-well'
          : 'border-transparent text-ink-soft hover:text-ink lg:hover:bg-well',
      )}
    >
      {children}
    </Link>
  )
}
