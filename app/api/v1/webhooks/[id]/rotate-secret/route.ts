import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { rotateSecret } from '#lib/webhooks/rotate-secret'
import { WebhookWithSecretShape } from '#lib/webhooks/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Rotate the secret of a webhook',
    description:
      'The new secret is in this response only. For 24 hours every delivery is signed with both the old and the new secret.',
    tag: 'Webhooks',
    permission: 'webhook.change',
    params: IdParams,
    response: item(WebhookWithSecretShape),
    handler: (ctx, { params }) => rotateSecret(ctx, params.id),
  }),
})
