import { page } from '#app/(dashboard)/page-of'
import { GET as documents } from '#app/api/v1/documents/route'
import { GET as folders } from '#app/api/v1/folders/route'
import { DocumentsPage } from '#components/documents/list/documents-page.tsx'
import { documentListRules, documentsQuery } from '#components/documents/queries.ts'
import { foldersQuery } from '#components/folders/folders-query.ts'
import { parseListState } from '#components/shell/list/list-state.ts'

export default page('document.read', async ({ search, load }) => {
  await Promise.all([
    load(foldersQuery, folders),
    load(documentsQuery(parseListState(documentListRules, search)), documents),
  ])
  return <DocumentsPage />
})
