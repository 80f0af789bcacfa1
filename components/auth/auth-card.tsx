import Link from 'next/link'
import type { ReactNode } from 'react'
import { LanguageSelect } from '#components/auth/language-select.tsx'
import { ThemeSwitch } from '#components/shell/frame/theme-switch.tsx'
import { Wordmark } from '#components/ui/logo.tsx'

interface AuthCardProps {
  title: string
  /** The title of the browser's tab, where it differs. */
  tabTitle?: string
  intro: ReactNode
  children: ReactNode
  footer: ReactNode
}

/** The page of a form for visitors. */
export function AuthCard({ title, tabTitle = title, intro, children, footer }: AuthCardProps) {
  return (
    <div className="flex min-h-dvh flex-col px-5 py-6 sm:px-8">
      <title>{`${tabTitle} · Paraph`}</title>
      <header className="flex items-center justify-between">
        <Link href="/" aria-label="Paraph">
          <Wordmark />
        </Link>
        <div className="flex items-center gap-3">
          <LanguageSelect />
          <ThemeSwitch />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-12">
        <h1 className="heading text-3xl">{title}</h1>
        <p className="mt-2 text-ink-soft">{intro}</p>
        <div className="double-rule mt-7 pt-8">{children}</div>
        <p className="mt-8 text-ink-soft">{footer}</p>
      </main>
    </div>
  )
}
