import { plainJson } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { logout } from '#lib/identity/logout'
import { MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Sign out',
    description: 'Ends this session and revokes all of its access tokens.',
    tag: 'Authentication',
    action: 'session.end',
    response: plainJson(MessageShape),
    handler: (ctx) => logout(ctx),
  }),
})
