'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useContext } from 'react'
import { useTranslations } from 'use-intl'
import { useAccount } from '#components/shell/account.ts'
import { adminNavItems, navItems, operatorNavItem } from '#components/shell/frame/nav-items.ts'
import { VisitorContext } from '#components/shell/frame/visitor-context.tsx'
import { cx } from '#components/ui/cx.ts'
import { roleMay } from '#lib/policy'

function useIsActive() {
  const path = usePathname()
  return (href: string) => path === href || path.startsWith(`${href}/`)
}

/** The administration pages that the user may open. */
export function useAdminNavItems() {
  const role = useAccount().data?.user.role
  const { isOperator } = useContext(VisitorContext)
  const items = adminNavItems.filter(
    ({ permission }) => !permission || (role !== undefined && roleMay(role, permission)),
  )
  return isOperator ? [...items, operatorNavItem] : items
}

interface SideNavItemProps {
  href: string
  label: string
  current: boolean
  className: string
}

/** The navigation at the side. */
export function SideNav() {
  const t = useTranslations('shell')
  const isActive = useIsActive()
  const items = useAdminNavItems()
  return (
    <nav aria-label={t('nav.main')} className="flex flex-col">
      {navItems.map(({ href, label }) => (
        <SideNavItem
          key={href}
          href={href}
          label={t(`nav.${label}`)}
          current={isActive(href)}
          className="min-h-10 font-serif text-lg"
        />
      ))}
      <span aria-hidden="true" className="my-4 border-t border-rule" />
      {items.map(({ href, label }) => (
        <SideNavItem
          key={href}
          href={href}
          label={t(`nav.${label}`)}
          current={isActive(href)}
          className="min-h-9"
        />
      ))}
    </nav>
  )
}

function SideNavItem({ href, label, current, className }: SideNavItemProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'relative -mx-3 flex items-center rounded-md px-3 transition-colors',
        current ? 'text-ink' : 'text-ink-soft hover:bg-well hover:text-ink',
        className,
      )}
    >
      {label}
      {current ? <ActiveMark /> : null}
    </Link>
  )
}

function ActiveMark() {
  return (
    <svg
      viewBox="0 0 72 6"
      preserveAspectRatio="none"
      className="absolute bottom-0.5 left-3 h-1.5 w-16 text-accent"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M1 4.2C14 1.8 27 5.4 40 3.4S62 1.6 71 2.6"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** The navigation at the bottom of a phone, in landscape at its side. */
export function BottomNav() {
  const t = useTranslations('shell')
  const isActive = useIsActive()
  return (
    <nav
      aria-label={t('nav.main')}
      data-bottom-nav=""
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-rule bg-canvas pb-[env(safe-area-inset-bottom)] sideways:inset-y-0 sideways:right-auto sideways:w-18 sideways:grid-cols-1 sideways:border-t-0 sideways:border-r lg:hidden print:hidden"
    >
      {navItems.map(({ href, label, Icon }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={isActive(href) ? 'page' : undefined}
          className={cx(
            'flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs max-[22.5rem]:text-[0.6875rem] sideways:text-[0.6875rem]',
            isActive(href) ? 'font-medium text-accent' : 'text-ink-soft',
          )}
        >
          <Icon className="size-5" strokeWidth={1.6} aria-hidden="true" />
          {t(`nav.${label}`)}
        </Link>
      ))}
    </nav>
  )
}
