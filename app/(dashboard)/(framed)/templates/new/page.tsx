import type { Metadata } from 'next'
import { Allowed } from '#components/shell/allowed'
import { asId } from '#components/shell/ids'
import { NewTemplatePage } from '#components/templates/form-pages'

export const metadata: Metadata = { title: 'New template' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ process?: string | string[] }>
}) {
  const { process } = await searchParams
  return (
    <Allowed action="template.write">
      <NewTemplatePage processId={typeof process === 'string' ? asId(process) : null} />
    </Allowed>
  )
}
