import { loadDocuments } from '#app/(dashboard)/documents-of'
import { page } from '#app/(dashboard)/page-of'
import { GET as process } from '#app/api/v1/signature-processes/[id]/route'
import { processQuery } from '#components/processes/process-query.ts'
import { NewTemplatePage } from '#components/templates/new-template-page.tsx'
import { parseId } from '#lib/http/page'

export default page('template.write', async ({ search, load }) => {
  if (!search.process) return <NewTemplatePage processId={null} />
  const id = parseId({ id: search.process })
  const { data } = await load(processQuery(id), process, { id: search.process })
  await loadDocuments(load, data.documents)
  return <NewTemplatePage processId={id} />
})
