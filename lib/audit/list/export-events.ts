import { Readable } from 'node:stream'
import { readList, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { formatCsv } from '#lib/core/text/format-csv'
import { formatUtcDay } from '#lib/core/text/format-day'
import { authorize } from '#lib/policy'
import { record } from '../record.ts'
import type { RecordedEvent } from '../trail.ts'
import { type EventPosition, endVisitOfRecord, findEvents, presentEvent } from './list-events.ts'
import type { AuditEventFilter, TenantEvent } from './schema.ts'

const EVENTS_PER_BATCH = 1000
const columns: (keyof TenantEvent | 'actor_name' | 'actor_email')[] = [
  ...(['id', 'occurred_at', 'type', 'record', 'actor', 'actor_name', 'actor_email'] as const),
  ...(['address', 'user_agent', 'request_id', 'data', 'seq', 'hash'] as const),
]

/** The events that match as a CSV, newest first, read while it is sent. The export is an event itself. */
export async function exportAuditEvents(
  ctx: Ctx,
  filter: AuditEventFilter,
  eventsPerBatch = EVENTS_PER_BATCH,
) {
  authorize(ctx, 'audit.read')
  await endVisitOfRecord(ctx, filter)
  return {
    body: () => Readable.from(makeCsv(ctx, filter, eventsPerBatch)),
    contentType: 'text/csv; charset=utf-8',
    filename: `audit-events-${formatUtcDay(ctx.now)}.csv`,
  }
}

async function* makeCsv(ctx: Ctx, filter: AuditEventFilter, eventsPerBatch: number) {
  // Here, so that a request for the headers alone is no export.
  await write(ctx, (tx) =>
    record(tx, ctx, {
      type: 'tenant.audit_exported',
      subject: { tenant: ctx.tenantId },
      data: { filter: { ...filter } },
    }),
  )
  yield formatCsv([columns])
  let after: EventPosition | null = null
  do {
    const position: EventPosition | null = after
    const batch: RecordedEvent[] = await readList(ctx, (reader) =>
      findEvents(reader, ctx, filter, position, eventsPerBatch),
    )
    if (batch.length > 0) yield formatCsv(batch.map(toCells), { withMark: false })
    after = batch.length === eventsPerBatch ? batch.at(-1)! : null
  } while (after)
}

function toCells(row: RecordedEvent): string[] {
  const { record: subject, actor, data, ...event } = presentEvent(row)
  const cells: Partial<Record<(typeof columns)[number], unknown>> = {
    ...event,
    record: `${subject.type}:${subject.id}`,
    actor: [actor.type, actor.id ?? actor.job].filter((part) => part !== undefined).join(':'),
    actor_name: actor.name,
    actor_email: actor.email,
    // No separator of cells within it, before which `formatCsv` would write an apostrophe.
    data: JSON.stringify(data).replaceAll(';', '\\u003b'),
  }
  return columns.map((name) => String(cells[name] ?? ''))
}
