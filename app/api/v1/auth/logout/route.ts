import { clearsSiteData } from '#lib/http/response/clear-site-data'
import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { logout } from '#lib/identity/sessions/logout'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Sign out',
    description: 'Ends this session and revokes all of its access tokens.',
    tag: 'Authentication',
    permission: 'session.end',
    response: clearsSiteData(plainJson(MessageShape)),
    handler: (ctx) => logout(ctx),
  }),
})
