import type { Metadata } from 'next'
import { getSignerPartTexts } from '#app/part-texts'
import { findPageLanguage } from '#app/sign/language'
import { SigningPage } from '#components/signing/signing-page.tsx'

// The URL contains a secret code.
export const metadata: Metadata = {
  title: { absolute: 'Paraph' },
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

interface Props {
  params: Promise<{ code: string }>
  searchParams: Promise<{ status?: string }>
}

/** The phone link could not be opened now: it is not used up, and can be tried again. */
export default async function Page({ params, searchParams }: Props) {
  const { code } = await params
  const language = await findPageLanguage()
  const { url } = await getSignerPartTexts(language, 'signing')
  return (
    <SigningPage
      token=""
      language={language}
      textsUrl={url}
      signing={null}
      status={(await searchParams).status === '429' ? 429 : 503}
      endedLink={null}
      retryUrl={`/sign/phone/${code}`}
    />
  )
}
