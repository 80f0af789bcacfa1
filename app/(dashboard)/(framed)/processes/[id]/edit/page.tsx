import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EditProcessPage } from '#components/processes/form-pages'
import { Allowed } from '#components/shell/allowed'
import { asId } from '#components/shell/ids'

export const metadata: Metadata = { title: 'Draft' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = asId((await params).id)
  if (id === null) notFound()
  return (
    <Allowed action="process.write">
      <EditProcessPage id={id} />
    </Allowed>
  )
}
