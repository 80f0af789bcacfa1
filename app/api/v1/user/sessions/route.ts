import { CreationOrder } from '#lib/core/shapes'
import { Paging } from '#lib/http/request/paging'
import { noContent, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { endOtherSessions } from '#lib/identity/sessions/end-session'
import { listSessions } from '#lib/identity/sessions/list-sessions'
import { LoginSessionShape } from '#lib/identity/sessions/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List your sessions',
    description: 'Where you are signed in.',
    tag: 'Authentication',
    permission: 'session.read',
    query: Paging.extend(CreationOrder.shape),
    response: page(LoginSessionShape),
    handler: (ctx, { query }) => listSessions(ctx, query),
  }),
  DELETE: route({
    summary: 'End all your other sessions',
    description:
      'Browser sessions and access tokens; only this session continues. API keys are not affected.',
    tag: 'Authentication',
    permission: 'session.end',
    response: noContent(),
    handler: (ctx) => endOtherSessions(ctx),
  }),
})
