import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { sendConfirmation } from '#lib/identity/links/send-confirmation'
import { MessageShape } from '#lib/identity/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Resend the link that confirms your email address',
    description:
      'After sign-up, a confirmation link is sent by email; it is valid for 7 days and works once. Until the address is confirmed, sending, reminding and inviting get 403 `email_not_confirmed`; drafts, uploads and reading work. At most five emails an hour go to one address.',
    tag: 'Authentication',
    permission: 'session.write',
    refusals: ['invalid_state'],
    response: plainJson(MessageShape),
    handler: (ctx) => sendConfirmation(ctx),
  }),
})
