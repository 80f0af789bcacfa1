import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { processes, signers } from '#db/schema/processes'
import { readList } from '#db/tenant'
import { contains, fold } from '#db/text'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import type { ContactRecord } from './schema.ts'

/** At most this many matching signers are read, so that a frequent text stays fast. */
const MAX_HITS = 1000
const MAX_CONTACTS = 20

/** People of earlier processes whose name or email contains `search`: one per email, as last used. */
export function findContacts(ctx: Ctx, { search }: { search: string }): Promise<ContactRecord[]> {
  authorize(ctx, 'process.read')
  return readList(
    ctx,
    async (reader) => {
      const [text] = await fold(reader, [search])
      const hits = sql`(select id from search.signers where ${contains(signers, text!, 'index')} limit ${MAX_HITS})`
      const { name, email, phone, locale } = signers
      return reader
        .selectDistinctOn([sql`lower(${email})`], { name, email, phone, locale })
        .from(signers)
        .innerJoin(processes, eq(processes.id, signers.processId))
        .where(
          and(
            eq(signers.tenantId, ctx.tenantId),
            eq(processes.testMode, ctx.testMode),
            isNull(signers.erasedAt),
            sql`${signers.id} in ${hits}`,
          ),
        )
        .orderBy(sql`lower(${email})`, desc(signers.id))
        .limit(MAX_CONTACTS)
    },
    { filtered: true },
  )
}
