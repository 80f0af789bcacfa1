import { and, eq, inArray } from 'drizzle-orm'
import { processes, signers } from '#db/schema/processes'
import { between, findPage } from '#db/search'
import { talliedTotal } from '#db/tallies'
import { readList } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { wholeProcesses } from './load.ts'
import { presentProcess } from './present.ts'
import type { ProcessQuery } from './schema.ts'

const { createdAt, updatedAt, name, testMode, status, externalId } = processes
const columns = { created_at: createdAt, updated_at: updatedAt, name }

/** The tenant's processes, a page at a time; found by their own name, or by a name or an address of their people. */
export async function listProcesses(ctx: Ctx, query: ProcessQuery) {
  authorize(ctx, 'process.read')
  const narrowed = query.external_id !== undefined || query.date_from || query.date_to
  const filters = and(
    eq(testMode, ctx.testMode),
    query.status && inArray(status, query.status),
    query.external_id === undefined ? undefined : eq(externalId, query.external_id),
    between(createdAt, query.date_from, query.date_to),
  )
  return readList(ctx, async (reader) => {
    const { rows, ...page } = await findPage(reader, ctx, processes, {
      ...query,
      text: query.search,
      members: { table: signers, parent: signers.processId },
      columns,
      filters,
      count: () =>
        narrowed
          ? reader.$count(processes, and(eq(processes.tenantId, ctx.tenantId), filters))
          : talliedTotal(reader, ctx, 'processes', 'status', { among: query.status }),
    })
    const items = (await wholeProcesses(reader, ctx, rows)).map((whole) => presentProcess(whole))
    return { items, ...page }
  })
}
