import { z } from 'zod'
import { exportAuditEvents } from '#lib/audit/list/export-events'
import { listAuditEvents } from '#lib/audit/list/list-events'
import { AuditEventFilters, AuditEventPaging, TenantEventShape } from '#lib/audit/list/schema'
import { cursorPageOrFile } from '#lib/http/response/cursor-page'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List the events of the audit log',
    description:
      'Newest first, a page at a time by `cursor`; with `format=csv` all events that match, as a file, and the export is an event itself. The changes that one actor makes to a draft are one event, which is listed when the visit has ended, after half an hour without a change at the latest; with `record` it is ended first. An event can be listed up to nine hours after its `occurred_at`: to collect all, ask from nine hours before the last request on and drop the ids that you have, or use a webhook. Webhooks with `audit.*` get each event as it is recorded.',
    tag: 'Audit log',
    permission: 'audit.read',
    query: AuditEventPaging.extend(AuditEventFilters.shape).extend({
      format: z
        .enum(['json', 'csv'])
        .default('json')
        .meta({ description: '`csv` for a file with all events.' }),
    }),
    response: cursorPageOrFile(TenantEventShape, 'text/csv'),
    handler: (ctx, { query: { format, ...query } }) => {
      const { cursor: _, per_page: __, ...filter } = query
      return format === 'csv' ? exportAuditEvents(ctx, filter) : listAuditEvents(ctx, query)
    },
  }),
})
