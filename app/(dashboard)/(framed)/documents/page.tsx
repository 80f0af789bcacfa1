import { page } from '#app/(dashboard)/page-of'
import { GET as documents } from '#app/api/v1/documents/route'
import { DocumentsPage } from '#components/documents/documents-page.tsx'
import { documentRules, documentsQuery } from '#components/documents/queries.ts'
import { listStateOf } from '#components/shell/list-state.ts'

export default page('document.read', async ({ search, load }) => {
  await load(documentsQuery(listStateOf(documentRules, search)), documents)
  return <DocumentsPage />
})
