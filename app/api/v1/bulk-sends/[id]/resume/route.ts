import { resumeBulkSend } from '#lib/bulk/control'
import { BulkSendShape } from '#lib/bulk/schema'
import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Resume a bulk send',
    description:
      'If the user or API key that started it may not send the remaining rows any more, they are sent in the name of the caller. One that is running stays as it is; only if its job was lost, it is resumed.',
    tag: 'Templates',
    permission: 'process.send',
    refusals: ['invalid_state'],
    params: IdParams,
    response: item(BulkSendShape),
    handler: (ctx, { params }) => resumeBulkSend(ctx, params.id),
  }),
})
