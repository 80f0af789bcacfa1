import { type SQL, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { endNotices } from '#db/schema/vault'

const hasHappenedSince = (event: SQL) => sql`exists (select from ${events}
  where ${events.tenantId} = ${endNotices.tenantId} and ${events.occurredAt} > ${endNotices.createdAt} and (${event}))`

const release = sql`${events.type} = 'vault.hold_released'
  and (${events.data} ->> 'vault_document_id')::bigint = ${endNotices.recordId}`

/** SQL: the legal hold of the document of a notice of its retention was released since. */
export const isReleased = hasHappenedSince(release)

/**
 * SQL: while notices are wanted, this one of the retention of a document does not count for its deletion, as its legal hold was
 * released or the deletion was switched on since: until then the document was kept, also beyond the day that the notice names.
 */
export const isOutdated = hasHappenedSince(sql`${release} or (${events.type} = 'tenant.updated'
  and ${events.data} #> '{changes,delete_after_retention,to}' = 'true')`)
