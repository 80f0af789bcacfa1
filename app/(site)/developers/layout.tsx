import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { DevelopersFrame } from '#components/developers/frame.tsx'
import { tableOfContents } from '#components/developers/table-of-contents.ts'
import { visitorCtx } from '#lib/http/page'
import { allChapters } from './chapters.ts'

export const metadata: Metadata = { title: 'Developers' }

export default async function Layout({ children }: { children: ReactNode }) {
  const parts = tableOfContents(await allChapters())
  return (
    <DevelopersFrame parts={parts} signedIn={(await visitorCtx()) !== null}>
      {children}
    </DevelopersFrame>
  )
}
