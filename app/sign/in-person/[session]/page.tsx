import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getSignerPartTexts } from '#app/part-texts'
import { secretPage } from '#app/secret-page'
import { findPageLanguage } from '#app/sign/language'
import { HandOverPage } from '#components/signing/in-person/hand-over-page.tsx'
import { now } from '#lib/core/clock'
import { hasInPersonPage } from '#lib/http/credentials/in-person-cookie'
import { viewInPerson } from '#lib/signing/in-person/hand-over'
import { readInPersonSession } from '#lib/signing/in-person/in-person-session'
import { viewport as signingViewport } from '../../[token]/page.tsx'

export const viewport = signingViewport

export const metadata: Metadata = { title: { absolute: 'Paraph' }, ...secretPage }

/** How often the page looks whether it is the turn of the next signer. */
const REFRESH_SECONDS = 3

interface Props {
  params: Promise<{ session: string }>
  searchParams: Promise<{ elsewhere?: string }>
}

/** Where a host hands the device to one signer after the other: only in the browser that opened the page first. */
export default async function Page({ params, searchParams }: Props) {
  const { session } = await params
  const time = now()
  const isHere = hasInPersonPage({ headers: await headers() }, session, time)
  const isElsewhere = !isHere && readInPersonSession(session, time) !== null
  if (isElsewhere && (await searchParams).elsewhere === undefined)
    redirect(`/sign/in-person/${encodeURIComponent(session)}/open`)
  const view = isHere ? await viewInPerson(session, time) : null
  const language = await findPageLanguage(view?.next[0]?.locale)
  const { url } = await getSignerPartTexts(language, 'signing')
  const isWaiting = view?.waits && view.next.length === 0
  return (
    <>
      {isWaiting ? <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} /> : null}
      <HandOverPage
        session={session}
        language={language}
        textsUrl={url}
        view={view}
        isElsewhere={isElsewhere}
      />
    </>
  )
}
