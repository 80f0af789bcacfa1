import { now } from '#lib/core/clock'
import { remembersDevice } from '#lib/http/credentials/device-cookie'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { SecondFactorInput } from '#lib/identity/factors/schema'
import { LoginShape } from '#lib/identity/schema'
import { loginWithFactor } from '#lib/identity/sessions/complete-sign-in'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Complete a sign-in with a second factor',
    description:
      'Takes the `challenge` of the login’s error `second_factor_required`, and a code of the authenticator app, a recovery code or the use of a passkey. A challenge is valid for 5 minutes and 5 attempts, and works once.',
    tag: 'Authentication',
    permission: 'public',
    refusals: ['invalid_code', 'invalid_credentials'],
    body: SecondFactorInput,
    response: remembersDevice(item(LoginShape), now),
    handler: (requestMeta, { body }) => loginWithFactor(requestMeta, body),
  }),
})
