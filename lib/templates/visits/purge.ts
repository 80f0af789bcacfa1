import { and, eq, isNull, lt } from 'drizzle-orm'
import { linkVisits } from '#db/schema/templates'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'

/** Deletes the addresses of visitors who have not proved their address within a day, in all tenants. */
export async function purgeVisits(now: Date): Promise<void> {
  for (const tenantId of await listTenantIds())
    await write({ tenantId }, (tx) =>
      tx
        .delete(linkVisits)
        .where(
          and(
            eq(linkVisits.tenantId, tenantId),
            isNull(linkVisits.processId),
            lt(linkVisits.codeSentAt, addDays(now, -1)),
          ),
        ),
    )
}
