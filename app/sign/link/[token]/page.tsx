import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { GET as visit } from '#app/api/v1/template-links/[token]/route'
import { getSignerPartTexts } from '#app/part-texts'
import { secretPage } from '#app/secret-page'
import { findPageLanguage } from '#app/sign/language'
import { VisitorPage } from '#components/signing/link/visitor-page.tsx'
import { env } from '#lib/core/env'
import type { LinkVisitRecord } from '#lib/templates/visits/schema'
import { viewport as signingViewport } from '../../[token]/page.tsx'

interface Props {
  params: Promise<{ token: string }>
}

export const viewport = signingViewport

/** The response of `GET /api/v1/template-links/{token}`, for the first HTML. */
const readVisit = cache(async (token: string) => {
  const url = `${env().appUrl}/api/v1/template-links/${encodeURIComponent(token)}`
  const request = new Request(url, { headers: await headers() })
  const response = await visit(request, { params: Promise.resolve({ token }) })
  const body: { data?: LinkVisitRecord } = await response.json()
  return { status: response.status, link: body.data ?? null }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { link } = await readVisit((await params).token)
  return { title: { absolute: link?.name ?? 'Paraph' }, ...secretPage }
}

/** Where visitors of a reusable link begin. */
export default async function Page({ params }: Props) {
  const { token } = await params
  const { status, link } = await readVisit(token)
  const language = await findPageLanguage()
  const { url } = await getSignerPartTexts(language, 'signing')
  return <VisitorPage token={token} status={status} link={link} language={language} textsUrl={url} />
}
