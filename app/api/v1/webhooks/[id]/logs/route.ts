import { IdParams } from '#lib/http/request/body'
import { Paging } from '#lib/http/request/paging'
import { page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { listWebhookLogs } from '#lib/webhooks/delivery/list-logs'
import { WebhookLogFilters, WebhookLogShape } from '#lib/webhooks/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List the deliveries of a webhook',
    description: 'Every attempt of the last 30 days and every scheduled one, newest first.',
    tag: 'Webhooks',
    permission: 'webhook.read',
    params: IdParams,
    query: Paging.extend(WebhookLogFilters.shape),
    response: page(WebhookLogShape),
    handler: (ctx, { params, query }) => listWebhookLogs(ctx, params.id, query),
  }),
})
