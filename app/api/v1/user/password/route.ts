import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { changePassword } from '#lib/identity/passwords/change-password'
import { ChangePasswordInput, MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route({
    summary: 'Change your password',
    description: 'Ends all your other sessions.',
    tag: 'Authentication',
    permission: 'password.change',
    body: ChangePasswordInput,
    response: plainJson(MessageShape),
    handler: (ctx, { body }) => changePassword(ctx, body),
  }),
})
