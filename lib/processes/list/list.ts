import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { countTotal } from '#db/lists/counters'
import { getSearchView } from '#db/lists/members'
import { findPage, hasFilter, whereBetween } from '#db/lists/search'
import { processes, signers } from '#db/schema/processes'
import { whereInFolder } from '#db/tenancy/folders'
import { type Reader, readList } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { completedStatuses, liveStatuses } from '../facts.ts'
import { parseParts, processPartsSql } from '../parts.ts'
import { presentProcess } from '../present.ts'
import { signerStates, signingRoles } from '../rules.ts'
import type { ProcessQuery } from './schema.ts'

const { createdAt, updatedAt, completedAt, name, testMode, status, externalId, folderId, expiresAt } =
  processes
const columns = {
  ...{ created_at: createdAt, updated_at: updatedAt, completed_at: completedAt, expires_at: expiresAt },
  name,
}
const members = { table: signers, parent: signers.processId }

/** The tenant's processes, a page at a time; the search covers their names and their signers’ names and emails. */
export async function listProcesses(ctx: Ctx, query: ProcessQuery) {
  authorize(ctx, 'process.read')
  const { external_id, date_from, date_to, expires_before, waits_for } = query
  if (query.signer_status && !query.signer)
    throw validationError({ signer_status: [errorText('api.filterNeedsSigner')] })
  const hasNoCounter = external_id !== undefined || date_from || date_to || waits_for
  // Their order is that of an index which has no others.
  const hasOnlyCompleted = query.sort.endsWith('completed_at')
  const filters = and(
    eq(testMode, ctx.testMode),
    query.status && inArray(status, query.status),
    hasOnlyCompleted ? isNotNull(completedAt) : undefined,
    external_id === undefined ? undefined : eq(externalId, external_id),
    whereInFolder(folderId, query.folder_id),
    whereBetween(createdAt, date_from, date_to),
    expires_before ? lt(expiresAt, new Date(expires_before)) : undefined,
    waits_for ? whereWaitsFor(ctx, waits_for) : undefined,
  )
  const filtered = hasFilter(query)
  const readPage = async (reader: Reader) => {
    const { rows, parts, ...page } = await findPage(reader, ctx, processes, {
      ...query,
      text: query.search,
      parts: processPartsSql,
      filtered,
      members,
      withMember: query.signer ? withSigner(query.signer, query.signer_status) : undefined,
      columns,
      filters,
      // So many may expire that counting them all takes long.
      uncounted: expires_before !== undefined,
      count: () =>
        hasNoCounter
          ? reader.$count(processes, and(eq(processes.tenantId, ctx.tenantId), filters))
          : countTotal(reader, ctx, 'processes', 'status', {
              among: hasOnlyCompleted
                ? completedStatuses.filter((status) => query.status?.includes(status) ?? true)
                : query.status,
              folder: query.folder_id,
            }),
    })
    const items = rows.map((process, index) => presentProcess({ process, ...parseParts(parts[index]) }))
    return { items, ...page }
  }
  return readList(ctx, readPage, { filtered })
}

/** The condition that a process is in progress and it is the turn of a signer or approver with this address. */
function whereWaitsFor({ tenantId }: Ctx, email: string): SQL | undefined {
  const isOnTurn = and(
    eq(signers.tenantId, tenantId),
    eq(sql`lower(${signers.email})`, sql`lower(${email})`),
    inArray(signers.role, [...signingRoles]),
    inArray(signers.status, [...signerStates.remind.from]),
  )
  return and(
    inArray(status, [...liveStatuses]),
    // An array, so that PostgreSQL reads it first, by the index of addresses.
    sql`${processes.id} = any(array(select ${signers.processId} from ${getSearchView(signers)} where ${isOnTurn}))`,
  )
}

/** The filter by a signer's name or email, and status. */
function withSigner(text: string, statuses: ProcessQuery['signer_status']) {
  return {
    ...members,
    column: processes.id,
    text,
    filter: statuses && inArray(signers.status, statuses),
  }
}
