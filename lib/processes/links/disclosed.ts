import { and, eq, sql } from 'drizzle-orm'
import { type RowsQuery, rowsOf } from '#db/lists/rows'
import { events } from '#db/schema/audit'
import { toChainName } from '#lib/audit/events'
import type { Ctx } from '#lib/core/ctx'
import { isWithoutLinks } from '#lib/core/request'
import { isPermitted } from '#lib/policy'

/** That a signing link was disclosed. */
export interface Disclosure {
  /** The id of the signer. */
  signerId: string
  /** The handle of the link; null in events of earlier versions, which hold for the link of that time. */
  link: string | null
  at: Date
}

/** Whether the caller gets signing links: an API key with the permission `process.disclose_link`. */
export function maySeeLinks(ctx: Ctx): boolean {
  return ctx.actor.type === 'api_key' && !isWithoutLinks() && isPermitted(ctx, 'process.disclose_link')
}

/** The links of a process that were disclosed to this user or API key, for `readTogether`. */
export function selectDisclosures({ tenantId, actor }: Ctx, processId: number): RowsQuery<Disclosure> {
  const id = 'id' in actor ? String(actor.id) : null
  const columns = {
    signerId: sql<string>`${events.data} ->> 'signer_id'`,
    link: sql<string | null>`${events.data} ->> 'link'`,
    at: events.occurredAt,
  }
  return rowsOf(columns, (select) =>
    select
      .from(events)
      .where(
        and(
          eq(events.tenantId, tenantId),
          eq(events.chain, toChainName({ process: processId })),
          eq(events.type, 'signature.link_disclosed'),
          sql`${events.actor} ->> 'type' = ${actor.type}`,
          sql`${events.actor} ->> 'id' = ${id}`,
        ),
      ),
  )
}
