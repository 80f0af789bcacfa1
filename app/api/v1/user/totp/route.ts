import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { deleteTotp } from '#lib/identity/factors/delete-totp'
import { getTotp } from '#lib/identity/factors/get-totp'
import { TotpSetupShape, TotpShape } from '#lib/identity/factors/schema'
import { startTotp } from '#lib/identity/factors/start-totp'

const tag = 'Second factor'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get your authenticator app',
    tag,
    permission: 'factor.read',
    response: item(TotpShape),
    handler: (ctx) => getTotp(ctx),
  }),
  POST: route({
    summary: 'Set up an authenticator app',
    description:
      'Returns a new secret, which replaces an unconfirmed one. It is in use from the first code that confirms it.',
    tag,
    permission: 'factor.change',
    response: item(TotpSetupShape, { status: 201, location: () => '/api/v1/user/totp' }),
    handler: (ctx) => startTotp(ctx),
  }),
  DELETE: route({
    summary: 'Remove your authenticator app',
    tag,
    permission: 'factor.change',
    refusals: ['not_found'],
    response: noContent(),
    handler: (ctx) => deleteTotp(ctx),
  }),
})
