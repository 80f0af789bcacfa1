import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Allowed } from '#components/shell/allowed'
import { asId } from '#components/shell/ids'
import { EditTemplatePage } from '#components/templates/form-pages'

export const metadata: Metadata = { title: 'Change the template' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = asId((await params).id)
  if (id === null) notFound()
  return (
    <Allowed action="template.write">
      <EditTemplatePage id={id} />
    </Allowed>
  )
}
