import { createBulkSend } from '#lib/bulk/create'
import { listBulkSends } from '#lib/bulk/list'
import { BulkSendInput, BulkSendShape } from '#lib/bulk/schema'
import { CreationOrder } from '#lib/core/shapes'
import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List bulk sends',
    tag: 'Templates',
    permission: 'process.read',
    query: Paging.extend(CreationOrder.shape),
    response: page(BulkSendShape),
    handler: (ctx, { query }) => listBulkSends(ctx, query),
  }),
  POST: route({
    summary: 'Send a template to a list',
    description:
      'The whole list is checked first; errors name the row and the column (`rows.2.Tenant.email` is in the third row: `errors` count from 0, `warnings` and the result from 1), and nothing is sent. Then one process for each row is created and sent in the background. An API key also needs the scope `templates:read`.',
    tag: 'Templates',
    permission: 'process.send',
    refusals: ['email_not_confirmed'],
    body: BulkSendInput,
    response: item(BulkSendShape, { status: 201, location: ({ id }) => `/api/v1/bulk-sends/${id}` }),
    handler: (ctx, { body }) => createBulkSend(ctx, body),
  }),
})
