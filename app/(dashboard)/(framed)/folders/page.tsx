import { page } from '#app/(dashboard)/page-of'
import { GET as folders } from '#app/api/v1/folders/route'
import { FoldersPage } from '#components/folders/folders-page.tsx'
import { folderListQuery, folderListRules } from '#components/folders/queries.ts'
import { parseListState } from '#components/shell/list/list-state.ts'

export default page('folder.read', async ({ search, load }) => {
  await load(folderListQuery(parseListState(folderListRules, search)), folders)
  return <FoldersPage />
})
