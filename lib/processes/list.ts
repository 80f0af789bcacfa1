import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { processes, signers } from '#db/schema/processes'
import { containsText, dayAfter, dayStart, ordered } from '#db/search'
import { type Reader, read } from '#db/tenant'
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
      query.search ? found(reader, ctx, query.search) : undefined,
      query.status ? inArray(processes.status, query.status) : undefined,
      query.external_id ? eq(processes.externalId, query.external_id) : undefined,
      query.date_from ? gte(processes.createdAt, dayStart(query.date_from)) : undefined,
      query.date_to ? lt(processes.createdAt, dayAfter(query.date_to)) : undefined,
    )
    const [total, rows] = await Promise.all([
      reader.$count(processes, where),
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

function found(reader: Reader, ctx: Ctx, term: string): SQL | undefined {
  const people = reader
    .select({ id: signers.processId })
    .from(signers)
    .where(and(eq(signers.tenantId, ctx.tenantId), containsText([signers.name, signers.email], term)))
  return or(containsText([processes.name], term), sql`${processes.id} in ${people}`)
}
