import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { GET as fileStatus } from '#app/api/v1/verify/route'
import { getSignerPartTexts } from '#app/part-texts'
import { findPageLanguage } from '#app/sign/language'
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

/** The response of `GET /api/v1/verify`, for the first HTML; null for what is no hash. */
async function readStatus(sha256: string): Promise<FileStatusRecord | null> {
  const url = `${env().appUrl}/api/v1/verify?sha256=${encodeURIComponent(sha256)}`
  const response = await fileStatus(new Request(url, { headers: await headers() }), {
    params: Promise.resolve({}),
  })
  const body: { data?: FileStatusRecord } = await response.json()
  return body.data ?? null
}

export default async function Page({ searchParams }: Props) {
  const language = await findPageLanguage()
  const { sha256 } = await searchParams
  const status = typeof sha256 === 'string' ? await readStatus(sha256) : null
  const { url } = await getSignerPartTexts(language, 'verify')
  return <VerifyPage language={language} textsUrl={url} status={status} />
}
