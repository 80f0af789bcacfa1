import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { sendCode } from '#lib/signing/one-time-code/send-code'
import { ByToken } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send the signer a one-time code',
    description:
      'Six digits by email or SMS, valid for ten minutes and five attempts; at most one every 30 seconds. 409 with `reason: email_refused` or `sms_refused` when the mail server or the SMS provider refuses the message; the response waits up to four seconds for the answer.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['invalid_state'],
    params: ByToken,
    response: plainJson(MessageShape),
    handler: (ctx) => sendCode(ctx),
  }),
})
