import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { getPartTexts } from '#app/part-texts'
import { TranslationProvider } from '#components/i18n/provider.tsx'

export const metadata: Metadata = { title: { default: 'Paraph', template: '%s · Paraph' } }

/** The pages for visitors are in English as a whole, whatever the language of the dashboard. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  const { url } = await getPartTexts('en', 'common')
  return (
    <div lang="en">
      <TranslationProvider textsUrl={url} only="en">
        {children}
      </TranslationProvider>
    </div>
  )
}
