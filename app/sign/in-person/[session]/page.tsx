import type { Metadata } from 'next'
import { getSignerPartTexts } from '#app/part-texts'
import { findPageLanguage } from '#app/sign/language'
import { HandOverPage } from '#components/signing/in-person/hand-over-page.tsx'
import { now } from '#lib/core/clock'
import { viewInPerson } from '#lib/signing/in-person/hand-over'
import { viewport as signingViewport } from '../../[token]/page.tsx'

export const viewport = signingViewport

// The URL contains the session of the host's device.
export const metadata: Metadata = {
  title: { absolute: 'Paraph' },
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

/** How often the page looks whether it is the turn of the next signer. */
const REFRESH_SECONDS = 3

/** Where a host hands the device to one signer after the other. */
export default async function Page({ params }: { params: Promise<{ session: string }> }) {
  const { session } = await params
  const view = await viewInPerson(session, now())
  const language = await findPageLanguage(view?.next[0]?.locale)
  const { url } = await getSignerPartTexts(language, 'signing')
  const isWaiting = view?.waits && view.next.length === 0
  return (
    <>
      {isWaiting ? <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} /> : null}
      <HandOverPage session={session} language={language} textsUrl={url} view={view} />
    </>
  )
}
