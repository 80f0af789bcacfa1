import { IdParams } from '#lib/http/request/body'
import { noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { endSession } from '#lib/identity/sessions/end-session'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route({
    summary: 'End one of your sessions',
    tag: 'Authentication',
    permission: 'session.end',
    params: IdParams,
    response: noContent(),
    handler: (ctx, { params }) => endSession(ctx, params.id),
  }),
})
