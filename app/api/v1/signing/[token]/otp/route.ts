import { plainJson } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { ByToken } from '#lib/signing/schema'
import { sendCode } from '#lib/signing/send-code'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send the signer a code',
    description: 'Six digits by mail, good for ten minutes and five tries; every 30 seconds at most.',
    tag: 'Signing',
    action: 'signer',
    refusals: ['invalid_state'],
    params: ByToken,
    response: plainJson(MessageShape),
    handler: (ctx) => sendCode(ctx),
  }),
})
