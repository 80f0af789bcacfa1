import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { getRequest } from '#lib/privacy/find'
import { PrivacyRequestShape } from '#lib/privacy/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get a request with its report',
    tag: 'Privacy',
    permission: 'privacy.read',
    params: IdParams,
    response: item(PrivacyRequestShape),
    handler: (ctx, { params }) => getRequest(ctx, params.id),
  }),
})
