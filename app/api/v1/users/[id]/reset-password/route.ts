import { ById } from '#lib/http/body'
import { plainJson } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { sendReset } from '#lib/identity/send-reset'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send a user a link to a new password',
    description: 'Good for an hour and once. Who was invited and has no password yet is invited again.',
    tag: 'Users',
    action: 'user.invite',
    params: ById,
    response: plainJson(MessageShape),
    handler: (ctx, { params }) => sendReset(ctx, params.id),
  }),
})
