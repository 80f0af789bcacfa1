import { plainJson } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { sendConfirmation } from '#lib/identity/send-confirmation'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send the link to confirm your address again',
    description:
      'Who signed up gets a link by mail, good for 7 days and once. Until it is followed, sending, reminding and inviting answer 403 `email_not_confirmed`; drafts, uploads and reading work. At most five mails an hour go to one address.',
    tag: 'Authentication',
    action: 'session.write',
    refusals: ['invalid_state'],
    response: plainJson(MessageShape),
    handler: (ctx) => sendConfirmation(ctx),
  }),
})
