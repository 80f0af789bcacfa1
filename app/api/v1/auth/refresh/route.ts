import { readBearer } from '#lib/http/credentials/credential'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { LoginShape } from '#lib/identity/schema'
import { refreshLogin } from '#lib/identity/sessions/refresh'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Refresh an access token, expired or not',
    description:
      'Possible until 14 days after sign-in. The old token is revoked immediately; refreshing with a revoked token ends the session.',
    tag: 'Authentication',
    permission: 'public',
    bearer: true,
    refusals: ['unauthenticated', 'token_expired', 'token_revoked'],
    response: item(LoginShape),
    handler: (requestMeta, { request }) => refreshLogin(requestMeta, readBearer(request)),
  }),
})
