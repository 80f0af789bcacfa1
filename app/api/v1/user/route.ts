import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { UserShape } from '#lib/identity/schema'
import { getCurrentUser } from '#lib/identity/users/get-current-user'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the current user',
    description: 'The signed-in user; with an API key, its creator.',
    tag: 'Authentication',
    action: 'profile.read',
    response: item(UserShape),
    handler: (ctx) => getCurrentUser(ctx),
  }),
})
