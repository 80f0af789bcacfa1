import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProcessPage } from '#components/processes/process-page'
import { asId } from '#components/shell/ids'

export const metadata: Metadata = { title: 'Process' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = asId((await params).id)
  if (id === null) notFound()
  return <ProcessPage id={id} />
}
