import { bearerOf } from '#lib/http/credential'
import { item } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { refreshLogin } from '#lib/identity/refresh'
import { LoginShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Refresh an access token, expired or not',
    description:
      'Possible until 14 days after sign-in. The old token is revoked immediately; refreshing with a revoked token ends the session.',
    tag: 'Authentication',
    action: 'public',
    bearer: true,
    refusals: ['unauthenticated', 'token_expired', 'token_revoked'],
    response: item(LoginShape),
    handler: (visit, { request }) => refreshLogin(visit, bearerOf(request)),
  }),
})
