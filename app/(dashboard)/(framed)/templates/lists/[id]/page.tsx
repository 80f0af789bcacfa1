import { page } from '#app/(dashboard)/page-of'
import { GET as bulkSend } from '#app/api/v1/bulk-sends/[id]/route'
import { BulkSendPage } from '#components/bulk/bulk-send-page.tsx'
import { bulkSendQuery } from '#components/bulk/queries.ts'
import { parseId } from '#lib/http/page'

export default page('process.read', async ({ params, load }) => {
  const id = parseId(params)
  await load(bulkSendQuery(id), bulkSend, params)
  return <BulkSendPage id={id} />
})
