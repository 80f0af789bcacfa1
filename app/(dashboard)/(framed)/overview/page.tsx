import { page } from '#app/(dashboard)/page-of'
import { GET as processes } from '#app/api/v1/signature-processes/route'
import { OverviewPage } from '#components/overview/overview-page.tsx'
import { drafts, endedProcesses, liveProcesses } from '#components/overview/queries.ts'
import { processesQuery } from '#components/processes/queries.ts'

export default page('process.read', async ({ load }) => {
  const lists = [liveProcesses, drafts, endedProcesses]
  await Promise.all(lists.map((list) => load(processesQuery(...list), processes)))
  return <OverviewPage />
})
