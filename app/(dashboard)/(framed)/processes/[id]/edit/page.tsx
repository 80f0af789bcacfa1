import { page } from '#app/(dashboard)/page-of'
import { GET as process } from '#app/api/v1/signature-processes/[id]/route'
import { EditProcessPage } from '#components/processes/form/edit-process-page.tsx'
import { processQuery } from '#components/processes/process-query.ts'
import { parseId } from '#lib/http/page'

export default page('process.write', async ({ params, load }) => {
  const id = parseId(params)
  await load(processQuery(id), process, params)
  return <EditProcessPage id={id} />
})
