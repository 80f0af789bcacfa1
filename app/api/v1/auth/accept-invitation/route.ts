import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { choosePassword } from '#lib/identity/passwords/choose-password'
import { ChoosePasswordInput, MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Accept an invitation by choosing a password',
    description: 'The link is valid for 7 days and works once.',
    tag: 'Authentication',
    permission: 'public',
    refusals: ['sso_required'],
    body: ChoosePasswordInput,
    response: plainJson(MessageShape),
    handler: (requestMeta, { body }) => choosePassword(requestMeta, 'invitation', body),
  }),
})
