import { ById } from '#lib/http/body'
import { item } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { WebhookLogShape } from '#lib/webhooks/schema'
import { sendTest } from '#lib/webhooks/send-test'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send a webhook a test',
    description: 'One call of the type `webhook.test`; the log tells how it went.',
    tag: 'Webhooks',
    action: 'webhook.manage',
    params: ById,
    response: item(WebhookLogShape),
    handler: (ctx, { params }) => sendTest(ctx, params.id),
  }),
})
