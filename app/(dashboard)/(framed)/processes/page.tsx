import type { Metadata } from 'next'
import { ProcessesPage } from '#components/processes/processes-page'

export const metadata: Metadata = { title: 'Processes' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ status?: string | string[] }>
}) {
  const { status } = await searchParams
  return <ProcessesPage startStatus={typeof status === 'string' ? status : ''} />
}
