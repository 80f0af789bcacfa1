import type { Viewport } from 'next'
import { LinkPage, readLinkMetadata } from '../link-page.tsx'

interface Props {
  params: Promise<{ token: string }>
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  interactiveWidget: 'resizes-content',
}

export async function generateMetadata({ params }: Props) {
  return readLinkMetadata((await params).token)
}

export default async function Page({ params }: Props) {
  return <LinkPage token={(await params).token} />
}
