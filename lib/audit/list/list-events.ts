import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { getSearchView } from '#db/lists/members'
import { whereBetween } from '#db/lists/search'
import { eventActor, events } from '#db/schema/audit'
import { type Reader, readList } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { isStorableTime } from '#lib/core/shapes'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { eventTypes, parseChainName, parseRecordName, toChainName } from '../events.ts'
import { endVisit } from '../record.ts'
import type { RecordedEvent } from '../trail.ts'
import type { AuditEventFilter, AuditEventQuery } from './schema.ts'

/** The position of the last event of a page. */
export type EventPosition = Pick<RecordedEvent, 'occurredAt' | 'id'>

/** The events of the tenant, newest first, and the cursor of the next page. */
export async function listAuditEvents(ctx: Ctx, query: AuditEventQuery) {
  authorize(ctx, 'audit.read')
  const { cursor, per_page: perPage, ...filter } = query
  const after = cursor === undefined ? null : parseCursor(cursor)
  await endVisitOfRecord(ctx, filter)
  const rows = await readList(ctx, (reader) => findEvents(reader, ctx, filter, after, perPage + 1))
  const shown = rows.slice(0, perPage)
  return {
    items: shown.map(presentEvent),
    perPage,
    nextCursor: rows.length > perPage ? formatCursor(shown.at(-1)!) : null,
  }
}

/** Records the pending event of the one record that is asked for, as for its audit trail. */
export async function endVisitOfRecord(ctx: Ctx, { record }: AuditEventFilter): Promise<void> {
  if (record !== undefined) await endVisit(ctx, parseRecordName(record)!)
}

/** The events that match, newest first, after a position. */
export function findEvents(
  reader: Reader,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  filter: AuditEventFilter,
  after: EventPosition | null,
  limit: number,
): Promise<RecordedEvent[]> {
  const order = [desc(events.occurredAt), desc(events.id)]
  const matches = and(
    eq(events.tenantId, tenantId),
    whereMatches(filter),
    after
      ? sql`(${events.occurredAt}, ${events.id}) < (${after.occurredAt.toISOString()}::timestamptz, ${after.id}::bigint)`
      : undefined,
  )
  // The index of actors is used through the view of the search only.
  const page = sql`${events.id} in (select ${events.id} from ${getSearchView(events)} where ${matches}
    order by ${sql.join(order, sql`, `)} limit ${limit})`
  return reader
    .select()
    .from(events)
    .where(filter.actor === undefined ? matches : and(eq(events.tenantId, tenantId), page))
    .orderBy(...order)
    .limit(limit)
}

function whereMatches({
  type,
  actor,
  record,
  date_from: from,
  date_to: to,
}: AuditEventFilter): SQL | undefined {
  return and(
    type === undefined ? undefined : whereType(type),
    actor === undefined ? undefined : sql`${eventActor(events.actor)} = ${actor}`,
    record === undefined ? undefined : eq(events.chain, toChainName(parseRecordName(record)!)),
    whereBetween(events.occurredAt, from, to),
  )
}

function whereType(type: string): SQL {
  if (!type.endsWith('.*')) return eq(events.type, type)
  return inArray(
    events.type,
    eventTypes.filter((name) => name.startsWith(type.slice(0, -1))),
  )
}

const formatCursor = ({ occurredAt, id }: EventPosition) =>
  Buffer.from(`${occurredAt.getTime()}.${id}`).toString('base64url')

function parseCursor(cursor: string): EventPosition {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match || !isStorableTime(Number(match[1])))
    throw validationError({ cursor: [errorText('api.unknownCursor')] })
  return { occurredAt: new Date(Number(match[1])), id: Number(match[2]) }
}

/** An event of the audit log as the API and webhooks show it. */
export function presentEvent(event: RecordedEvent) {
  return {
    id: event.id,
    type: event.type,
    occurred_at: event.occurredAt.toISOString(),
    record: parseChainName(event.chain),
    actor: event.actor,
    data: event.data,
    address: event.address,
    user_agent: event.userAgent,
    request_id: event.requestId,
    seq: event.seq,
    hash: event.hash,
  }
}
