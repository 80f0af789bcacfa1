import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { MessageShape, ReauthenticateInput } from '#lib/identity/schema'
import { reauthenticate } from '#lib/identity/sessions/reauthenticate'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Confirm your password again',
    description:
      'For the next 15 minutes this session (browser or access token) may create API keys, change email addresses and roles, and change webhooks; after that these requests get 403 `reauthentication_required`. Signing in also counts; refreshing a token does not. API keys are exempt.',
    tag: 'Authentication',
    action: 'session.write',
    body: ReauthenticateInput,
    response: plainJson(MessageShape),
    handler: (ctx, { body }) => reauthenticate(ctx, body),
  }),
})
