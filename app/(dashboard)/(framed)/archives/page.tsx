import { page } from '#app/(dashboard)/page-of'
import { GET as archives } from '#app/api/v1/archives/route'
import { GET as folders } from '#app/api/v1/folders/route'
import { readerPreferences } from '#app/reader'
import { ArchivesPage } from '#components/archives/archives-page.tsx'
import { archiveListRules, archivesQuery } from '#components/archives/queries.ts'
import { foldersQuery } from '#components/folders/folders-query.ts'
import { parseListState } from '#components/shell/list/list-state.ts'

export default page('vault.read', async ({ search, load }) => {
  const { timeZone } = await readerPreferences()
  await Promise.all([
    load(foldersQuery, folders),
    load(archivesQuery(parseListState(archiveListRules, search), timeZone), archives),
  ])
  return <ArchivesPage />
})
