import { page } from '#app/(dashboard)/page-of'
import { GET as template } from '#app/api/v1/templates/[id]/route'
import { TemplatePage } from '#components/templates/template-page.tsx'
import { templateQuery } from '#components/templates/template-query.ts'
import { parseId } from '#lib/http/page'

export default page('template.read', async ({ params, load }) => {
  const id = parseId(params)
  await load(templateQuery(id), template, params)
  return <TemplatePage id={id} />
})
