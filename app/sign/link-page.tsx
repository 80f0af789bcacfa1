import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { GET as firstPage } from '#app/api/v1/signing/[token]/documents/[id]/first-page/route'
import { GET as signing } from '#app/api/v1/signing/[token]/route'

import { getSignerPartTexts } from '#app/part-texts'
import { secretPage } from '#app/secret-page'
import { findChosenLanguage, findPageLanguage } from '#app/sign/language'

import { parseEndedLink } from '#components/signing/endings/ended-link.ts'
import { withoutPictures } from '#components/signing/session/draft.ts'
import { SigningPage } from '#components/signing/signing-page.tsx'
import { env } from '#lib/core/env'
import { findLanguageForms } from '#lib/core/text/language-forms'
import { lacksLinkCookie } from '#lib/http/credentials/signing-link'
import type { SigningRecord } from '#lib/signing/schema'

/** The response of `GET /api/v1/signing/{token}`, for the first HTML. */
const readSigning = cache(async (token: string) => {
  const chosenLanguage = await findChosenLanguage()
  const query = chosenLanguage ? `?locale=${chosenLanguage}` : ''
  const url = `${env().appUrl}/api/v1/signing/${encodeURIComponent(token)}${query}`
  const request = new Request(url, { headers: await headers() })
  const response = await signing(request, { params: Promise.resolve({ token }) })
  const body: { data?: SigningRecord; error?: Record<string, unknown> } = await response.json()
  const endedLink = parseEndedLink(body.error)
  return { status: response.status, signing: body.data ? withoutPictures(body.data) : null, endedLink }
})

/** Begins to draw page 1, which the HTML shows, before the browser asks for it; refused as its request would be. */
async function beginFirstPage(token: string, { documents, signer, otp }: SigningRecord): Promise<void> {
  const [document] = documents
  const isOpen = signer.status === 'notified' || signer.status === 'viewed'
  if (!document || !isOpen || (otp.required && !otp.verified)) return
  const id = String(document.id)
  const path = `/api/v1/signing/${encodeURIComponent(token)}/documents/${id}/first-page`
  const request = new Request(env().appUrl + path, { headers: await headers() })
  await firstPage(request, { params: Promise.resolve({ token, id }) })
}

export async function readLinkMetadata(token: string): Promise<Metadata> {
  const { signing } = await readSigning(token)
  return { title: { absolute: signing?.process.name ?? 'Paraph' }, ...secretPage }
}

/** The signing page of a link, which pages of `origins` may show in a frame. */
export async function LinkPage({
  token,
  origins = [],
  handBackUrl,
}: {
  token: string
  origins?: string[]
  handBackUrl?: string | undefined
}) {
  const record = await readSigning(token)
  if (record.signing) void beginFirstPage(token, record.signing)
  const language = await findPageLanguage(record.signing?.signer.locale)
  const { url } = await getSignerPartTexts(language, 'signing')
  const lacksCookie = lacksLinkCookie(token, (await headers()).get('cookie'))
  const place = origins.length > 0 ? 'frame' : lacksCookie ? 'browser_without_cookie' : null
  const processForms = record.signing ? findLanguageForms(record.signing.process.locale) : undefined
  const texts = { language, textsUrl: url, processForms }
  return (
    <SigningPage
      token={token}
      place={place}
      embedOrigins={origins}
      handBackUrl={handBackUrl}
      {...texts}
      {...record}
    />
  )
}
