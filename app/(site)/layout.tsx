import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { getMessages } from '#components/i18n/messages.ts'
import { TranslationProvider } from '#components/i18n/provider.tsx'

export const metadata: Metadata = { title: { default: 'Paraph', template: '%s · Paraph' } }

/** The pages for visitors are in English as a whole, whatever the language of the dashboard. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  const { common } = await getMessages('en')
  return (
    <div lang="en">
      <TranslationProvider messages={{ common }} only="en">
        {children}
      </TranslationProvider>
    </div>
  )
}
