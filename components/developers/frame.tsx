import Link from 'next/link'
import type { ReactNode } from 'react'
import { Contents, type Part } from '#components/developers/contents.tsx'
import { SkipLink } from '#components/shell/a11y/skip-link.tsx'
import { ThemeSwitch } from '#components/shell/frame/theme-switch.tsx'
import { Button } from '#components/ui/button.tsx'
import { Wordmark } from '#components/ui/logo.tsx'

/** The table of contents beside the page; on a phone it collapses above it. */
export function DevelopersFrame({
  parts,
  signedIn,
  children,
}: {
  parts: Part[]
  signedIn: boolean
  children: ReactNode
}) {
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-rule bg-canvas px-5 sm:px-8">
        <div className="flex items-center gap-4">
          <Link href="/" aria-label="Paraph, front page">
            <Wordmark />
          </Link>
          <Link
            href="/developers"
            className="hidden font-serif text-lg text-ink-soft italic hover:text-ink sm:block"
          >
            Developers
          </Link>
        </div>
        <div className="flex items-center gap-3">
          <span className="hidden sm:block">
            <ThemeSwitch />
          </span>
          <Button asChild variant="quiet">
            <Link href={signedIn ? '/overview' : '/login'}>{signedIn ? 'Dashboard' : 'Sign in'}</Link>
          </Button>
        </div>
      </header>
      <div className="mx-auto max-w-[100rem] lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <aside className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] overflow-y-auto border-r border-rule px-6 py-8 lg:block">
          <Contents parts={parts} />
        </aside>
        <details className="border-b border-rule px-5 sm:px-8 lg:hidden">
          <summary className="flex min-h-12 items-center font-serif text-lg">Contents</summary>
          <div className="pb-6">
            <Contents parts={parts} />
          </div>
        </details>
        <main id="main" className="min-w-0 px-5 py-8 sm:px-8 lg:px-12 lg:py-10">
          {children}
        </main>
      </div>
    </div>
  )
}
