import { CreationOrder } from '#lib/core/shapes'
import { Paging } from '#lib/http/request/paging'
import { page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { listRequests } from '#lib/privacy/find'
import { PrivacyRequestShape } from '#lib/privacy/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List requests to export or erase data',
    tag: 'Privacy',
    permission: 'privacy.read',
    query: Paging.extend(CreationOrder.shape),
    response: page(PrivacyRequestShape),
    handler: (ctx, { query }) => listRequests(ctx, query),
  }),
})
