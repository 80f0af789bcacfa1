import Link from 'next/link'
import type { ReactNode } from 'react'
import { Wordmark } from '#components/ui/logo.tsx'

/** The layout of the local mailbox. */
export function MailFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-4xl px-4 pb-16 sm:px-8">
      <header className="flex items-center justify-between py-6">
        <Link href="/" aria-label="Paraph, to the start page">
          <Wordmark />
        </Link>
        <Link href="/mailbox" className="text-sm text-accent underline underline-offset-4">
          All emails
        </Link>
      </header>
      <main className="double-rule pt-8">{children}</main>
    </div>
  )
}
