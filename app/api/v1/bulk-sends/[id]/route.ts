import { getBulkSend } from '#lib/bulk/list'
import { BulkSendShape } from '#lib/bulk/schema'
import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a bulk send with its progress',
    tag: 'Templates',
    permission: 'process.read',
    params: IdParams,
    response: item(BulkSendShape),
    handler: (ctx, { params }) => getBulkSend(ctx, params.id),
  }),
})
