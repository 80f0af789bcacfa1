import { and, eq, inArray } from 'drizzle-orm'
import { countTotal } from '#db/counters'
import { inFolder } from '#db/folders'
import { processes, signers } from '#db/schema/processes'
import { between, findPage } from '#db/search'
import { type Reader, readList } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { parseParts, processPartsSql } from './parts.ts'
import { presentProcess } from './present.ts'
import type { ProcessQuery } from './schema.ts'

const { createdAt, updatedAt, name, testMode, status, externalId, folderId } = processes
const columns = { created_at: createdAt, updated_at: updatedAt, name }

/** The tenant's processes, a page at a time; the search covers their names and their signers’ names and emails. */
export async function listProcesses(ctx: Ctx, query: ProcessQuery) {
  authorize(ctx, 'process.read')
  const hasNoCounter = query.external_id !== undefined || query.date_from || query.date_to
  const filters = and(
    eq(testMode, ctx.testMode),
    query.status && inArray(status, query.status),
    query.external_id === undefined ? undefined : eq(externalId, query.external_id),
    inFolder(folderId, query.folder_id),
    between(createdAt, query.date_from, query.date_to),
  )
  const filtered = Boolean(hasNoCounter || query.status || query.search || query.folder_id)
  const readPage = async (reader: Reader) => {
    const { rows, parts, ...page } = await findPage(reader, ctx, processes, {
      ...query,
      text: query.search,
      parts: processPartsSql,
      members: { table: signers, parent: signers.processId },
      columns,
      filters,
      count: () =>
        hasNoCounter
          ? reader.$count(processes, and(eq(processes.tenantId, ctx.tenantId), filters))
          : countTotal(reader, ctx, 'processes', 'status', {
              among: query.status,
              folder: query.folder_id,
            }),
    })
    const items = rows.map((process, index) => presentProcess({ process, ...parseParts(parts[index]) }))
    return { items, ...page }
  }
  return readList(ctx, readPage, { filtered })
}
