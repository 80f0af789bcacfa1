import { page } from '#app/(dashboard)/page-of'
import { GET as folders } from '#app/api/v1/folders/route'
import { GET as processes } from '#app/api/v1/signature-processes/route'
import { foldersQuery } from '#components/folders/folders-query.ts'
import { ProcessesPage } from '#components/processes/list/processes-page.tsx'
import { processesQuery, processListRules } from '#components/processes/queries.ts'
import { parseListState } from '#components/shell/list/list-state.ts'

export default page('process.read', async ({ search, load }) => {
  await Promise.all([
    load(foldersQuery, folders),
    load(processesQuery(parseListState(processListRules, search)), processes),
  ])
  return <ProcessesPage />
})
