import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { MessageShape, ReauthenticateInput } from '#lib/identity/schema'
import { reauthenticate } from '#lib/identity/sessions/reauthenticate'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Confirm your password and second factor again',
    description:
      'For the next 15 minutes this session (browser or access token) may create API keys, change email addresses and roles, webhooks, second factors and the rules for signing in; after that these requests get 403 `reauthentication_required`. Signing in also counts; refreshing a token does not. API keys are exempt. A user with a second factor gets 401 `second_factor_required` for the right password, and sends its `challenge` with the second factor.',
    tag: 'Authentication',
    permission: 'session.reauthenticate',
    refusals: ['second_factor_required', 'invalid_code'],
    body: ReauthenticateInput,
    response: plainJson(MessageShape),
    handler: (ctx, { body }) => reauthenticate(ctx, body),
  }),
})
