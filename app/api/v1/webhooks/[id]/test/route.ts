import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { sendTest } from '#lib/webhooks/delivery/send-test'
import { WebhookLogShape } from '#lib/webhooks/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send a test event',
    description: 'Sends one event of the type `webhook.test`; the log shows the result.',
    tag: 'Webhooks',
    permission: 'webhook.manage',
    params: IdParams,
    response: item(WebhookLogShape),
    handler: (ctx, { params }) => sendTest(ctx, params.id),
  }),
})
