import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { GET as fileStatus } from '#app/api/v1/verify/route'
import { getSignerPartTexts } from '#app/part-texts'
import { findPageLanguage } from '#app/sign/language'
import type { LinkStatus } from '#components/verify/file-status.tsx'
import { VerifyPage } from '#components/verify/verify-page.tsx'
import { env } from '#lib/core/env'
import { getVerifyTexts } from '#lib/messages/verify'
import type { FileStatusRecord } from '#lib/signing/verify/schema'

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${getVerifyTexts(await findPageLanguage()).title} · Paraph` }
}

/** The response of `GET /api/v1/verify`, for the first HTML. */
async function readStatus(sha256: string): Promise<LinkStatus> {
  const url = `${env().appUrl}/api/v1/verify?sha256=${encodeURIComponent(sha256)}`
  const response = await fileStatus(new Request(url, { headers: await headers() }), {
    params: Promise.resolve({}),
  })
  const body: { data?: FileStatusRecord } = await response.json()
  return body.data ?? (response.status === 400 ? 'incomplete' : 'unavailable')
}

export default async function Page({ searchParams }: Props) {
  const language = await findPageLanguage()
  const { sha256 } = await searchParams
  // A link may have the hash twice.
  const hash = Array.isArray(sha256) ? sha256[0] : sha256
  const status = hash === undefined ? null : await readStatus(hash)
  const { url } = await getSignerPartTexts(language, 'verify')
  return <VerifyPage language={language} textsUrl={url} status={status} />
}
