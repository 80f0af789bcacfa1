import type { Metadata } from 'next'
import type { ReactNode } from 'react'

export const metadata: Metadata = { title: { default: 'Paraph', template: '%s · Paraph' } }

/** The pages for visitors are in English, whatever the language of the dashboard. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return <div lang="en">{children}</div>
}
