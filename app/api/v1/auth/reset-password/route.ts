import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { choosePassword } from '#lib/identity/passwords/choose-password'
import { ChoosePasswordInput, MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Reset a password',
    description:
      'Takes the token of the link in the password reset email, which is valid for one hour and works once. Ends all sessions of the user.',
    tag: 'Authentication',
    permission: 'public',
    refusals: ['sso_required'],
    body: ChoosePasswordInput,
    response: plainJson(MessageShape),
    handler: (requestMeta, { body }) => choosePassword(requestMeta, 'recovery', body),
  }),
})
