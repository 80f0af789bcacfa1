import { cancelBulkSend } from '#lib/bulk/control'
import { BulkSendShape } from '#lib/bulk/schema'
import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Cancel a bulk send',
    tag: 'Templates',
    permission: 'process.send',
    refusals: ['invalid_state'],
    params: IdParams,
    response: item(BulkSendShape),
    handler: (ctx, { params }) => cancelBulkSend(ctx, params.id),
  }),
})
