import { none } from '#lib/http/answer'
import { ById } from '#lib/http/body'
import { methods, route } from '#lib/http/route'
import { endSession } from '#lib/identity/end-session'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route({
    summary: 'End one of your logins',
    tag: 'Authentication',
    action: 'session.end',
    params: ById,
    answer: none(),
    verb: (ctx, { params }) => endSession(ctx, params.id),
  }),
})
