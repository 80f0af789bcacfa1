import { pauseBulkSend } from '#lib/bulk/control'
import { BulkSendShape } from '#lib/bulk/schema'
import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Pause a bulk send',
    description:
      'No more rows are sent. One that was paused because its rows are too heavy, and would go on within an hour, stays paused.',
    tag: 'Templates',
    permission: 'process.send',
    refusals: ['invalid_state'],
    params: IdParams,
    response: item(BulkSendShape),
    handler: (ctx, { params }) => pauseBulkSend(ctx, params.id),
  }),
})
