import { page } from '#app/(dashboard)/page-of'
import { GET as trail } from '#app/api/v1/signature-processes/[id]/audit-trail/route'
import { GET as process } from '#app/api/v1/signature-processes/[id]/route'
import { ProcessPage } from '#components/processes/detail/process-page.tsx'
import { processQuery } from '#components/processes/process-query.ts'
import { trailQuery } from '#components/processes/queries.ts'
import { parseId } from '#lib/http/page'

export default page('process.read', async ({ params, load }) => {
  const id = parseId(params)
  const { data } = await load(processQuery(id), process, params)
  await load(trailQuery(data), trail, params)
  return <ProcessPage id={id} />
})
