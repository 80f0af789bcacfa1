import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Allowed } from '#components/shell/allowed'
import { asId } from '#components/shell/ids'
import { TemplatePreparePage } from '#components/templates/prepare-page'

export const metadata: Metadata = { title: 'Place the zones' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = asId((await params).id)
  if (id === null) notFound()
  return (
    <Allowed action="template.write">
      <TemplatePreparePage id={id} />
    </Allowed>
  )
}
