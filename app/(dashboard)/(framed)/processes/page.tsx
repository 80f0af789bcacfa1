import { page } from '#app/(dashboard)/page-of'
import { GET as folders } from '#app/api/v1/folders/route'
import { GET as processes } from '#app/api/v1/signature-processes/route'
import { readerPreferences } from '#app/reader'
import { foldersQuery } from '#components/folders/folders-query.ts'
import { ProcessesPage } from '#components/processes/list/processes-page.tsx'
import { processesQuery, processListRules } from '#components/processes/queries.ts'
import { parseListState } from '#components/shell/list/list-state.ts'

export default page('process.read', async ({ search, load }) => {
  const { timeZone } = await readerPreferences()
  await Promise.all([
    load(foldersQuery, folders),
    load(processesQuery(parseListState(processListRules, search), timeZone), processes),
  ])
  return <ProcessesPage />
})
