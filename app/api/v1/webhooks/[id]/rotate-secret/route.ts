import { ById } from '#lib/http/body'
import { item } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { rotateSecret } from '#lib/webhooks/rotate-secret'
import { WebhookWithSecretShape } from '#lib/webhooks/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Give a webhook a new secret',
    description: 'It is in this answer only. For 24 hours every call carries a signature by each of the two.',
    tag: 'Webhooks',
    action: 'webhook.change',
    params: ById,
    response: item(WebhookWithSecretShape),
    handler: (ctx, { params }) => rotateSecret(ctx, params.id),
  }),
})
