import { Id, IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { replayDelivery } from '#lib/webhooks/delivery/replay'
import { WebhookLogShape } from '#lib/webhooks/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Replay a delivery',
    description: 'Makes a new attempt immediately, with the same `webhook-id`, outside the usual order.',
    tag: 'Webhooks',
    permission: 'webhook.manage',
    params: IdParams.extend({ log: Id }),
    response: item(WebhookLogShape),
    handler: (ctx, { params }) => replayDelivery(ctx, params.id, params.log),
  }),
})
