import { Paging } from '#lib/http/paging'
import { page } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { listSessions } from '#lib/identity/list-sessions'
import { LoginSessionFilters, LoginSessionShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List your sessions',
    description: 'Where you are signed in. Requires a signed-in user, not an API key.',
    tag: 'Authentication',
    action: 'session.read',
    query: Paging.extend(LoginSessionFilters.shape),
    response: page(LoginSessionShape),
    handler: (ctx, { query }) => listSessions(ctx, query),
  }),
})
