import { page } from '#app/(dashboard)/page-of'
import { GET as template } from '#app/api/v1/templates/[id]/route'
import { SendListPage } from '#components/bulk/send-list-page.tsx'
import { templateQuery } from '#components/templates/template-query.ts'
import { parseId } from '#lib/http/page'

export default page('process.send', async ({ params, load }) => {
  const id = parseId(params)
  await load(templateQuery(id), template, params)
  return <SendListPage id={id} />
})
