import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DocumentPage } from '#components/documents/document-page'
import { asId } from '#components/shell/ids'

export const metadata: Metadata = { title: 'Document' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = asId((await params).id)
  if (id === null) notFound()
  return <DocumentPage id={id} />
}
