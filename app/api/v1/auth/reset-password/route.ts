import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { choosePassword } from '#lib/identity/passwords/choose-password'
import { ChoosePasswordInput, MessageShape } from '#lib/identity/schema'
import { deleteAllWebhooks } from '#lib/webhooks/delete'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Reset a password',
    description:
      'Takes the token of the link in the password reset email, which is valid for one hour and works once. Ends all sessions of the user. In an organisation whose address nobody has confirmed, which somebody else may have signed up, it also removes API keys, webhooks, second factors, the identity provider and other users.',
    tag: 'Authentication',
    permission: 'public',
    refusals: ['sso_required'],
    body: ChoosePasswordInput,
    response: plainJson(MessageShape),
    handler: (requestMeta, { body }) => choosePassword(requestMeta, 'recovery', body, deleteAllWebhooks),
  }),
})
