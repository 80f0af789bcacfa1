import { page } from '#app/(dashboard)/page-of'
import { GET as bulkSends } from '#app/api/v1/bulk-sends/route'
import { BulkSendsPage } from '#components/bulk/bulk-sends-page.tsx'
import { bulkSendListRules, bulkSendsQuery } from '#components/bulk/queries.ts'
import { parseListState } from '#components/shell/list/list-state.ts'

export default page('process.read', async ({ search, load }) => {
  await load(bulkSendsQuery(parseListState(bulkSendListRules, search)), bulkSends)
  return <BulkSendsPage />
})
