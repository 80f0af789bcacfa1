import type { Metadata } from 'next'
import { page } from '#app/(dashboard)/page-of'
import { GET as processes } from '#app/api/v1/signature-processes/route'
import { ProcessesPage } from '#components/processes/processes-page'
import { processesQuery, processRules } from '#components/processes/queries'
import { listStateOf } from '#components/shell/list-address'

export const metadata: Metadata = { title: 'Processes' }

export default page('process.read', async ({ search, load }) => {
  await load(processesQuery(listStateOf(processRules, search)), processes)
  return <ProcessesPage />
})
