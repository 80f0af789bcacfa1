import { CreationOrder } from '#lib/core/shapes'
import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { configureWebhook } from '#lib/webhooks/configure'
import { listWebhooks } from '#lib/webhooks/list'
import { NewWebhookInput, WebhookShape, WebhookWithSecretShape } from '#lib/webhooks/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List webhooks',
    tag: 'Webhooks',
    permission: 'webhook.read',
    query: Paging.extend(CreationOrder.shape),
    response: page(WebhookShape),
    handler: (ctx, { query }) => listWebhooks(ctx, query),
  }),
  POST: route({
    summary: 'Create a webhook',
    description:
      'The signing secret is in this response only. A tenant can have ten webhooks, test mode included; beyond that: 409.',
    tag: 'Webhooks',
    permission: 'webhook.change',
    refusals: ['invalid_state'],
    body: NewWebhookInput,
    response: item(WebhookWithSecretShape, { status: 201, location: ({ id }) => `/api/v1/webhooks/${id}` }),
    handler: (ctx, { body }) => configureWebhook(ctx, body),
  }),
})
