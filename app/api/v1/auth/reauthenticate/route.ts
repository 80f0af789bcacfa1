import { plainJson } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { reauthenticate } from '#lib/identity/reauthenticate'
import { MessageShape, ReauthenticateInput } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Give your password again',
    description:
      'For the next 15 minutes this login, in the browser or by access token, may make API keys, change addresses and roles, and change webhooks; later these answer 403 `reauthentication_required`. Signing in counts as well, refreshing a token does not. API keys are never asked.',
    tag: 'Authentication',
    action: 'session.write',
    body: ReauthenticateInput,
    response: plainJson(MessageShape),
    handler: (ctx, { body }) => reauthenticate(ctx, body),
  }),
})
