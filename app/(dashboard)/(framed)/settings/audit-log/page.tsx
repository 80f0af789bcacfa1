import { page } from '#app/(dashboard)/page-of'
import { GET as events } from '#app/api/v1/audit-events/route'
import { readerPreferences } from '#app/reader'
import { AuditPage } from '#components/settings/audit/audit-page.tsx'
import { auditListRules, auditQuery, toFilter } from '#components/settings/audit/audit-queries.ts'
import { parseListState } from '#components/shell/list/list-state.ts'
import { parseRecordName } from '#lib/audit/events'

export default page('audit.read', async ({ search, load }) => {
  const state = parseListState(auditListRules, search)
  // The list says what is wrong with an incomplete name of a record.
  if (state.record === undefined || parseRecordName(state.record)) {
    const { timeZone } = await readerPreferences()
    await load(auditQuery(toFilter(state, timeZone), null), events)
  }
  return <AuditPage />
})
