import { Paging } from '#lib/http/request/paging'
import { page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { LoginSessionFilters, LoginSessionShape } from '#lib/identity/schema'
import { listSessions } from '#lib/identity/sessions/list-sessions'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List your sessions',
    description: 'Where you are signed in.',
    tag: 'Authentication',
    action: 'session.read',
    query: Paging.extend(LoginSessionFilters.shape),
    response: page(LoginSessionShape),
    handler: (ctx, { query }) => listSessions(ctx, query),
  }),
})
