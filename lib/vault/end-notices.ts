import { sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { endNotices } from '#db/schema/vault'

/**
 * SQL: this notice of the retention of a document no longer counts, as its legal hold was released or the deletion was
 * switched on since: until then the document was kept, also beyond the day that the notice names.
 */
export const isOutdated = sql`exists (select from ${events}
  where ${events.tenantId} = ${endNotices.tenantId} and ${events.occurredAt} > ${endNotices.createdAt}
    and ${events.type} in ('vault.hold_released', 'tenant.updated')
    and ((${events.data} ->> 'vault_document_id')::bigint = ${endNotices.recordId}
      or ${events.data} #> '{changes,delete_after_retention,to}' = 'true'))`
