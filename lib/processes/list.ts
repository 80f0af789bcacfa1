import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { processes, signers } from '#db/schema/processes'
import { dayAfter, dayStart, idsOf, ordered } from '#db/search'
import { talliedTotal } from '#db/tallies'
import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { visibleProcesses, wholeProcesses } from './load.ts'
import { presentProcess } from './present.ts'
import type { ProcessQuery } from './schema.ts'

const columns = {
  created_at: processes.createdAt,
  updated_at: processes.updatedAt,
  name: processes.name,
}

/** The tenant's processes, a page at a time. */
export async function listProcesses(ctx: Ctx, query: ProcessQuery) {
  authorize(ctx, 'process.read')
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  const column = columns[query.sort.replace('-', '') as keyof typeof columns]
  return read(ctx, async (reader) => {
    const where = and(
      visibleProcesses(ctx),
      query.search ? foundByNames(ctx, query.search) : undefined,
      query.status ? inArray(processes.status, query.status) : undefined,
      query.external_id ? eq(processes.externalId, query.external_id) : undefined,
      query.date_from ? gte(processes.createdAt, dayStart(query.date_from)) : undefined,
      query.date_to ? lt(processes.createdAt, dayAfter(query.date_to)) : undefined,
    )
    const narrowed = query.search || query.external_id || query.date_from || query.date_to
    const [total, rows] = await Promise.all([
      narrowed
        ? reader.$count(processes, where)
        : talliedTotal(reader, ctx, 'processes', 'status', { among: query.status }),
      reader
        .select()
        .from(processes)
        .where(where)
        .orderBy(ordered(column, direction), ordered(processes.id, direction))
        .limit(query.per_page)
        .offset((query.page - 1) * query.per_page),
    ])
    const items = (await wholeProcesses(reader, ctx, rows)).map((whole) => presentProcess(whole))
    return { items, total, page: query.page, perPage: query.per_page }
  })
}

/** By its own name, or by a name or an address of its people. */
function foundByNames(ctx: Ctx, text: string): SQL {
  const theirs = sql`select ${signers.processId} from ${signers}
    where ${signers.tenantId} = ${ctx.tenantId} and ${signers.id} in (${idsOf(signers, { text })})`
  return sql`${processes.id} in (${idsOf(processes, { text })} union ${theirs})`
}
