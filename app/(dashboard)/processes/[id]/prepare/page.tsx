import { loadDocuments } from '#app/(dashboard)/documents-of'
import { page } from '#app/(dashboard)/page-of'
import { GET as process } from '#app/api/v1/signature-processes/[id]/route'
import { processQuery } from '#components/processes/process-query.ts'
import { PreparePage } from '#components/zones/prepare-page.tsx'
import { parseId } from '#lib/http/page'

export default page('process.write', async ({ params, load }) => {
  const id = parseId(params)
  const { data } = await load(processQuery(id), process, params)
  await loadDocuments(load, data.documents)
  return <PreparePage id={id} />
})
