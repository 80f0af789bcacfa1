import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ProfileChangeInput, UserShape } from '#lib/identity/schema'
import { getCurrentUser } from '#lib/identity/users/get-current-user'
import { updateProfile } from '#lib/identity/users/update-profile'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the current user',
    description: 'The signed-in user; with an API key, its creator.',
    tag: 'Authentication',
    permission: 'profile.read',
    response: item(UserShape),
    handler: (ctx) => getCurrentUser(ctx),
  }),
  PATCH: route({
    summary: 'Change your name, language or notifications',
    description:
      'The language applies to emails and to the dashboard; absent notifications stay as they are. Not for API keys.',
    tag: 'Authentication',
    permission: 'profile.write',
    body: ProfileChangeInput,
    response: item(UserShape),
    handler: (ctx, { body }) => updateProfile(ctx, body),
  }),
})
