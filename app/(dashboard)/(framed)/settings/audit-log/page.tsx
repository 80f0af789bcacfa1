import { page } from '#app/(dashboard)/page-of'
import { GET as events } from '#app/api/v1/audit-events/route'
import { AuditPage } from '#components/settings/audit/audit-page.tsx'
import { auditListRules, auditQuery } from '#components/settings/audit/audit-queries.ts'
import { parseListState } from '#components/shell/list/list-state.ts'
import { parseRecordName } from '#lib/audit/events'

export default page('audit.read', async ({ search, load }) => {
  const state = parseListState(auditListRules, search)
  // The list says what is wrong with an incomplete name of a record.
  if (state.record === undefined || parseRecordName(state.record)) await load(auditQuery(state, null), events)
  return <AuditPage />
})
