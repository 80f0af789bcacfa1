import type { Metadata } from 'next'
import { getSignerPartTexts } from '#app/part-texts'
import { secretPage } from '#app/secret-page'
import { findPageLanguage } from '#app/sign/language'
import { SigningPage } from '#components/signing/signing-page.tsx'
import { parseAgain } from '#lib/http/response/again'

export const metadata: Metadata = { title: { absolute: 'Paraph' }, ...secretPage }

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** What a browser opened could not be shown, or not now: it is not used up then, and can be tried again. */
export default async function Page({ searchParams }: Props) {
  const { status, path, place } = parseAgain(await searchParams)
  const language = await findPageLanguage()
  const { url } = await getSignerPartTexts(language, 'signing')
  return (
    <SigningPage
      token=""
      language={language}
      textsUrl={url}
      signing={null}
      status={status}
      endedLink={null}
      place={place}
      embedOrigins={place === 'frame' ? ['*'] : []}
      retryUrl={path}
    />
  )
}
