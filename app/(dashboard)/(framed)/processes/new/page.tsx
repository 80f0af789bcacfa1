import type { Metadata } from 'next'
import { NewProcessPage } from '#components/processes/form-pages'
import { asId } from '#components/shell/ids'

export const metadata: Metadata = { title: 'New process' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ document?: string | string[] }>
}) {
  const { document } = await searchParams
  return <NewProcessPage documentId={typeof document === 'string' ? asId(document) : null} />
}
