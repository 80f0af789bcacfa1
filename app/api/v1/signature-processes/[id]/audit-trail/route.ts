import { z } from 'zod'
import { IdParams } from '#lib/http/request/body'
import { itemOrFile, wantsPdf } from '#lib/http/response/item-or-file'
import { methods, route } from '#lib/http/route'
import { AuditTrailShape } from '#lib/processes/schema'
import { getAuditTrail } from '#lib/processes/trail/trail'
import { downloadTrail } from '#lib/vault/download/trail-file'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the audit trail',
    description:
      'JSON, or a PDF with `Accept: application/pdf` or `format=pdf`. The changes that one actor makes to a draft without a pause of half an hour, for eight hours at most, are one event, which ends with the next event or when the trail is read. The PDF of a completed process is the one that was sealed at its completion, with the events before it; when the process was declared void, it has all events and no seal, and packages contain both.',
    tag: 'Signature processes',
    permission: 'process.read',
    refusals: ['unavailable'],
    params: IdParams,
    query: z.object({ format: z.enum(['json', 'pdf']).optional() }),
    response: itemOrFile(AuditTrailShape, 'application/pdf'),
    handler: (ctx, { params, query, request }) =>
      wantsPdf(request, query.format) ? downloadTrail(ctx, params.id) : getAuditTrail(ctx, params.id),
  }),
})
