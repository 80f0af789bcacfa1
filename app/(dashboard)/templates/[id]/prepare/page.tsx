import { loadDocuments } from '#app/(dashboard)/documents-of'
import { page } from '#app/(dashboard)/page-of'
import { GET as template } from '#app/api/v1/templates/[id]/route'
import { TemplatePreparePage } from '#components/templates/prepare-page.tsx'
import { templateQuery } from '#components/templates/template-query.ts'
import { parseId } from '#lib/http/page'

export default page('template.write', async ({ params, load }) => {
  const id = parseId(params)
  const { data } = await load(templateQuery(id), template, params)
  await loadDocuments(load, data.documents)
  return <TemplatePreparePage id={id} />
})
