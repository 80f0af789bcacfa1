import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { asId } from '#components/shell/ids'
import { TemplatePage } from '#components/templates/template-page'

export const metadata: Metadata = { title: 'Template' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = asId((await params).id)
  if (id === null) notFound()
  return <TemplatePage id={id} />
}
