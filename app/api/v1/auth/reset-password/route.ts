import { plainJson } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { choosePassword } from '#lib/identity/choose-password'
import { ChoosePasswordInput, MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Set a new password by a mailed link',
    description: 'The link is good for an hour and once. Every login ends.',
    tag: 'Authentication',
    action: 'public',
    body: ChoosePasswordInput,
    response: plainJson(MessageShape),
    handler: (visit, { body }) => choosePassword(visit, 'recovery', body),
  }),
})
