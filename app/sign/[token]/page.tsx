import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { SigningPage } from '#components/signing/signing-page'
import { nearestLocale } from '#lib/core/locales'

// The address is a secret: no search engine keeps it, no other site is told of it.
export const metadata: Metadata = {
  title: { absolute: 'Paraph' },
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  interactiveWidget: 'resizes-content',
}

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  return <SigningPage token={token} language={nearestLocale((await headers()).get('accept-language'))} />
}
