'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SkipLink } from '#components/shell/a11y/skip-link.tsx'
import { useFocusRecovery } from '#components/shell/a11y/use-focus-recovery.ts'
import { ConfirmationStrip } from '#components/shell/frame/confirmation.tsx'
import { BottomNav, SideNav } from '#components/shell/frame/nav.tsx'
import { OfflineStrip } from '#components/shell/frame/offline.tsx'
import { PersonCard, PersonMenu } from '#components/shell/frame/person.tsx'
import { SuspensionStrip } from '#components/shell/frame/suspension.tsx'
import { TestModeStrip } from '#components/shell/frame/test-mode.tsx'
import { Wordmark } from '#components/ui/logo.tsx'

interface FrameProps {
  /** What features add to the frame. */
  extras: {
    /** Above the side navigation. */
    nav: ReactNode
    /** In the head of a narrow screen. */
    head: ReactNode
    /** Banners above the content. */
    strips: ReactNode
  }
  children: ReactNode
}

/** The layout of the dashboard: navigation and content. */
export function Frame({ extras, children }: FrameProps) {
  const t = useTranslations('shell')
  useFocusRecovery('main')
  return (
    <div data-frame className="min-h-dvh print:block lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-rule bg-canvas px-4 sideways:static sideways:ml-18 sideways:h-11 lg:hidden print:hidden">
        <Link href="/overview" prefetch={false} aria-label={t('home')}>
          <Wordmark />
        </Link>
        <div className="flex items-center gap-1">
          {extras.head}
          <PersonMenu />
        </div>
      </header>
      <aside className="sticky top-0 hidden h-dvh flex-col justify-between border-r border-rule px-8 py-8 lg:flex print:hidden">
        <div className="flex flex-col gap-7">
          <Link href="/overview" prefetch={false} aria-label={t('home')} className="self-start">
            <Wordmark />
          </Link>
          <div className="-mx-3">{extras.nav}</div>
          <SideNav />
        </div>
        <PersonCard />
      </aside>
      <main id="main" className="min-w-0 pb-20 max-lg:sideways:pb-4 max-lg:sideways:pl-18 lg:pb-0 print:p-0">
        {/* The strip of the toasts; the page scrolls below it. */}
        <div className="sticky top-0 z-20 h-9 bg-canvas max-lg:hidden print:hidden" />
        <div className="not-empty:mb-4 lg:[&>*]:border-t print:hidden">
          <OfflineStrip />
          {extras.strips}
          <SuspensionStrip />
          <ConfirmationStrip />
          <TestModeStrip />
        </div>
        {children}
      </main>
      <BottomNav />
    </div>
  )
}
