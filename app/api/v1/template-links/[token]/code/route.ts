import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { ByLinkToken, VisitorInput } from '#lib/templates/visits/schema'
import { sendVisitorCode } from '#lib/templates/visits/send-code'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send a visitor of a reusable link a code',
    description:
      'To the address, which the code proves. It is valid for 10 minutes and has 5 attempts; another one can be sent after 30 seconds.',
    tag: 'Signing',
    permission: 'public',
    addressLimit: 'signing',
    refusals: ['invalid_state'],
    params: ByLinkToken,
    body: VisitorInput,
    response: plainJson(MessageShape),
    handler: (requestMeta, { params, body }) => sendVisitorCode(requestMeta, params.token, body),
  }),
})
