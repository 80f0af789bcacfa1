import { page } from '#app/(dashboard)/page-of'
import { GET as document } from '#app/api/v1/documents/[id]/route'
import { DocumentPage } from '#components/documents/document-page.tsx'
import { documentQuery } from '#components/documents/document-query.ts'
import { parseId } from '#lib/http/page'

export default page('document.read', async ({ params, load }) => {
  const id = parseId(params)
  await load(documentQuery(id), document, params)
  return <DocumentPage id={id} />
})
