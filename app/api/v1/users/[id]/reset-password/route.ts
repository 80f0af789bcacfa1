import { IdParams } from '#lib/http/request/body'
import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { sendReset } from '#lib/identity/passwords/send-reset'
import { MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send a user a password reset link',
    description:
      'The link is valid for one hour and works once. A user who has not accepted their invitation yet is invited again instead. A user whom the organisation requires to sign in through its identity provider gets the link to that.',
    tag: 'Users',
    permission: 'user.invite',
    params: IdParams,
    response: plainJson(MessageShape),
    handler: (ctx, { params }) => sendReset(ctx, params.id),
  }),
})
