import { page } from '#app/(dashboard)/page-of'
import { GET as template } from '#app/api/v1/templates/[id]/route'
import { EditTemplatePage } from '#components/templates/edit-template-page.tsx'
import { templateQuery } from '#components/templates/template-query.ts'
import { parseId } from '#lib/http/page'

export default page('template.write', async ({ params, load }) => {
  const id = parseId(params)
  await load(templateQuery(id), template, params)
  return <EditTemplatePage id={id} />
})
