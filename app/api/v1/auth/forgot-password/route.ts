import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { forgotPassword } from '#lib/identity/passwords/forgot-password'
import { ForgotPasswordInput, MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Request a password reset link',
    description: 'The response is the same whether or not a user has this address.',
    tag: 'Authentication',
    permission: 'public',
    body: ForgotPasswordInput,
    response: plainJson(MessageShape),
    handler: (requestMeta, { body }) => forgotPassword(requestMeta, body),
  }),
})
