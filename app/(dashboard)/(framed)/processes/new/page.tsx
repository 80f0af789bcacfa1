import type { Metadata } from 'next'
import { NewProcessPage } from '#components/processes/form-pages'
import { Allowed } from '#components/shell/allowed'
import { asId } from '#components/shell/ids'

export const metadata: Metadata = { title: 'New process' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ document?: string | string[] }>
}) {
  const { document } = await searchParams
  return (
    <Allowed action="process.write">
      <NewProcessPage documentId={typeof document === 'string' ? asId(document) : null} />
    </Allowed>
  )
}
