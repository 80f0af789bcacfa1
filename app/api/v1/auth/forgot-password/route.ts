import { plainJson } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { forgotPassword } from '#lib/identity/forgot-password'
import { ForgotPasswordInput, MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Ask for a link to a new password',
    description: 'The answer is the same whether the address is known or not.',
    tag: 'Authentication',
    action: 'public',
    body: ForgotPasswordInput,
    response: plainJson(MessageShape),
    handler: (visit, { body }) => forgotPassword(visit, body),
  }),
})
