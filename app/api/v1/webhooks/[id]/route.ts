import { IdParams } from '#lib/http/request/body'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { deleteWebhook } from '#lib/webhooks/delete'
import { getWebhook } from '#lib/webhooks/get'
import { WebhookPatchInput, WebhookShape } from '#lib/webhooks/schema'
import { updateWebhook } from '#lib/webhooks/update'

const common = { tag: 'Webhooks', params: IdParams } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    ...common,
    summary: 'Get a webhook',
    permission: 'webhook.read',
    response: item(WebhookShape),
    handler: (ctx, { params }) => getWebhook(ctx, params.id),
  }),
  PATCH: route({
    ...common,
    summary: 'Change a webhook',
    permission: 'webhook.change',
    description:
      'While a webhook is off it receives nothing, and pending deliveries are dropped. Once on again, it receives new events only.',
    body: WebhookPatchInput,
    response: item(WebhookShape),
    handler: (ctx, { params, body }) => updateWebhook(ctx, params.id, body),
  }),
  DELETE: route({
    ...common,
    summary: 'Delete a webhook and its log',
    permission: 'webhook.change',
    response: noContent(),
    handler: (ctx, { params }) => deleteWebhook(ctx, params.id),
  }),
})
